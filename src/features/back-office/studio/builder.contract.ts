import { z } from 'zod'
import { CourseDetail } from '#features/catalog/courses/courses.contract.ts'
import { DocumentDetail, readDocument } from '#features/catalog/documents/documents.contract.ts'
import { PodcastDetail } from '#features/catalog/podcasts/podcasts.contract.ts'
import { planKeys } from '#features/foundation/product-folders/draft-plans.contract.ts'
import { FIELD_TYPES } from '#features/foundation/product-folders/product-fields.contract.ts'
import { FileWarnings } from '#features/catalog/uploads/uploads.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { KIND_NAMES } from '#shared/kinds.ts'
import { productParams } from './catalog.contract.ts'
import { Done } from './orders.contract.ts'

// Endpoints for a product that is being edited.

const path = z.array(z.string().min(1).max(120)).min(1).max(8)

const Change = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('set'),
    at: path.refine((at) => at.at(-1) !== 'id', 'An ID can’t be changed.'),
    to: z.json(),
  }),
  z.strictObject({
    do: z.literal('add'),
    at: path,
    item: z.record(z.string(), z.json()).and(z.object({ id: z.string().min(1).max(100) })),
    after: z.string().max(100).nullable(),
  }),
  z.strictObject({ do: z.literal('move'), at: path, after: z.string().max(100).nullable() }),
  z.strictObject({ do: z.literal('remove'), at: path }),
])

const Finding = z.object({ at: z.array(z.string()), message: z.string() })

const PlanFile = z.object({
  id: z.uuid(),
  name: z.string(),
  content_type: z.string(),
  bytes: z.number(),
  seconds: z.number().nullable().describe('Length of a video or audio recording.'),
  warnings: FileWarnings,
  is_undrawn: z.boolean().optional().describe('The first page could not be drawn. Only for PDFs of documents.'),
})

export type PlanFile = z.infer<typeof PlanFile>

const Leaf = z.object({
  key: z.string(),
  type: z.enum(FIELD_TYPES).describe('The kind of editor.'),
  label: z.string(),
  hint: z.string().optional(),
  use: z.enum(['video', 'audio', 'captions', 'picture', 'handout']).optional().describe('Only for files.'),
  options: z
    .array(z.object({ value: z.string(), label: z.string() }))
    .optional()
    .describe('Only for choices.'),
})

const holding = <Inner extends z.ZodType>(inner: Inner) =>
  Leaf.extend({ fields: z.array(inner).optional().describe('Only for groups and lists.') })

const FieldView = holding(holding(holding(Leaf)))

export type FieldView = z.infer<typeof Leaf> & { fields?: FieldView[] | undefined }

const Difference = z.object({
  at: z.array(z.string()),
  mine: z.json().optional().describe("The draft's value; missing if the draft no longer has it."),
  theirs: z.json().optional().describe('The published value; missing if it was removed there.'),
})

const revision = z.number().int().min(0)
const moment = z.iso.datetime().nullable()

export const OpenProduct = z.object({
  id: z.uuid(),
  kind: z.enum(KIND_NAMES),
  plan: z.looseObject(planKeys),
  fields: z.array(FieldView).describe('The parts that only this kind has.'),
  files: z.array(PlanFile).describe('The files that the plan names.'),
  findings: z.array(Finding).describe('What to fix before publishing.'),
  warnings: z.array(Finding).describe("What readers won't see as intended, by line. It can still be published."),
  revision: revision.describe('0 if no one has saved a change yet.'),
  begun: moment.describe('When the draft was started; null without a draft.'),
  stands_since: moment.describe('When the published product last changed; null if it was never published.'),
  is_on_sale: z.boolean(),
  address: z.string().nullable(),
  differences: z.array(Difference).describe('What also changed in the published product since the draft was started.'),
  owners: z.number().int().describe('How many members have it.'),
})

export type OpenProduct = z.infer<typeof OpenProduct>

const id = '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11'
const plan = {
  address: 'starter-kit',
  name: 'Starter Kit',
  short: 'Forms to begin with.',
  price: '29.00',
  description: 'All forms of a first case.',
  cover: null,
  files: [],
}
const openProductExample: OpenProduct = {
  id,
  kind: 'document',
  plan,
  fields: [{ key: 'sample_page', type: 'flag', label: 'Sample page' }],
  files: [],
  findings: [{ at: ['files'], message: 'Please add at least one file.' }],
  warnings: [],
  revision: 3,
  begun: '2026-11-22T10:00:00.000Z',
  stands_since: null,
  is_on_sale: false,
  address: null,
  differences: [],
  owners: 0,
}

export const openProduct = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/products/:id/',
  access: { may: 'edit content' },
  summary: 'Get a product in the editor',
  description: 'The draft, or the published product if there is no draft. Reading it does not start a draft.',
  params: productParams,
  reply: OpenProduct,
  example: { params: { id }, reply: openProductExample },
})

export const saveProductChanges = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/changes/',
  access: { may: 'edit content' },
  summary: 'Save changes to a draft',
  description:
    'Saves all changes or none. `at` is a path of field names and item IDs. If someone changed the same parts since `revision`, nothing is saved, and `clashes` has the current values.',
  params: productParams,
  body: z.strictObject({
    revision,
    begun: moment.optional(),
    stands_since: moment,
    changes: z.array(Change).min(1).max(500),
  }),
  bodyLimit: 1024 * 1024,
  reply: z.object({
    revision: revision.nullable().describe('The draft with these changes; null if nothing was saved.'),
    begun: moment,
    findings: z.array(Finding),
    warnings: z.array(Finding),
    others: z.array(z.string()).describe('What others changed since `revision`, by slash-separated path.'),
    clashes: z.array(
      z.object({ at: z.array(z.string()), theirs: z.json().optional().describe('Missing if it was removed.') }),
    ),
  }),
  example: {
    params: { id },
    body: { revision: 3, stands_since: null, changes: [{ do: 'set', at: ['name'], to: 'First Kit' }] },
    reply: { revision: 4, begun: '2026-11-22T10:00:00.000Z', findings: [], warnings: [], others: [], clashes: [] },
  },
})

export const publishProduct = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/publish/',
  access: { may: 'publish' },
  summary: 'Publish a draft',
  description:
    'Fails with errors on fields if something must be fixed first, and with one error if someone saved changes since `revision`.',
  params: productParams,
  body: z.strictObject({ revision, begun: moment.optional(), is_on_sale: z.boolean() }),
  reply: Done.extend({
    address: z.string(),
    lectures: z
      .array(z.object({ key: z.string(), name: z.string() }))
      .describe('Lectures that are new or changed in an already published course. Learners can be notified of them.'),
    keys_to_mark: z.int().describe('Questions with a corrected key and attempts graded with the old one.'),
  }),
  example: {
    params: { id },
    body: { revision: 4, is_on_sale: true },
    reply: { message: 'Published and for sale.', address: 'starter-kit', lectures: [], keys_to_mark: 0 },
  },
})

const lectureParams = productParams.extend({ lecture: z.string().min(1).max(100) })

export const publishLecture = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/lectures/:lecture/publish/',
  access: { may: 'publish' },
  summary: 'Publish one lecture of a draft',
  description: 'The rest of the draft is unchanged. A lecture removed from the draft is removed from the course.',
  params: lectureParams,
  body: z.strictObject({ revision, begun: moment.optional() }),
  reply: Done,
  example: {
    params: { id, lecture: 'first-look' },
    body: { revision: 4 },
    reply: { message: 'Lecture published. The rest of the draft is unchanged.' },
  },
})

export const revertDraftLecture = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/lectures/:lecture/take-back/',
  access: { may: 'edit content' },
  summary: 'Discard the changes to one lecture',
  description: 'Restores the lecture as it was when the draft was started. The rest of the draft is unchanged.',
  params: lectureParams,
  reply: Done,
  example: { params: { id, lecture: 'first-look' }, reply: { message: 'Lecture changes discarded.' } },
})

export const discardProductDraft = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/discard/',
  access: { may: 'edit content' },
  summary: 'Discard a draft',
  description: 'The published product is unchanged.',
  params: productParams,
  reply: Done,
  example: { params: { id }, reply: { message: 'Draft discarded.' } },
})

export const rebaseProductDraft = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/update/',
  access: { may: 'edit content' },
  summary: 'Update a draft',
  description:
    'Merges changes published since the draft was started. `choices` says which value to keep for each difference.',
  params: productParams,
  body: z.strictObject({ choices: z.record(z.string().max(500), z.enum(['mine', 'theirs'])) }),
  bodyLimit: 256 * 1024,
  reply: OpenProduct,
  example: { params: { id }, body: { choices: { name: 'mine' } }, reply: openProductExample },
})

export const readVersions = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/products/:id/versions/',
  access: { may: 'edit content' },
  summary: 'List published versions',
  description: 'Newest first. The last 50 are kept.',
  params: productParams,
  reply: z.object({
    versions: z.array(
      z.object({ number: z.number().int(), origin: z.enum(['folder', 'studio']), published: z.iso.datetime() }),
    ),
  }),
  example: {
    params: { id },
    reply: { versions: [{ number: 2, origin: 'studio', published: '2026-11-22T15:00:00.000Z' }] },
  },
})

export const restoreVersion = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/versions/:number/bring-back/',
  access: { may: 'edit content' },
  summary: 'Restore a version as a draft',
  description: 'The published product is unchanged until the draft is published.',
  params: productParams.extend({ number: z.coerce.number().int().min(1) }),
  reply: Done,
  example: { params: { id, number: '1' }, reply: { message: 'Restored version 1 as the draft.' } },
})

export const previewProduct = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/products/:id/preview/',
  access: { may: 'edit content' },
  summary: 'Preview the page of a product',
  description:
    'Of the draft, or of the product if there is no draft. Missing texts are empty or “Untitled”, and a missing price is empty. Addresses of the draft’s files are left out.',
  params: productParams,
  reply: z.object({
    course: CourseDetail.nullable().describe('As visitors get it. Null for other kinds.'),
    podcast: PodcastDetail.nullable().describe('As members who have not bought it get it.'),
    document: DocumentDetail.nullable().describe('As visitors get it.'),
  }),
  example: {
    params: { id },
    reply: { course: null, podcast: null, document: readDocument.example.reply },
  },
})
