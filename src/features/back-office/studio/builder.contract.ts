import { z } from 'zod'
import { planKeys } from '#features/foundation/product-folders/draft-plans.contract.ts'
import { FIELD_TYPES } from '#features/foundation/product-folders/product-fields.contract.ts'
import { FileWarnings } from '#features/catalog/uploads/uploads.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { KIND_NAMES } from '#shared/kinds.ts'
import { productParams } from './catalog.contract.ts'
import { Done } from './orders.contract.ts'

// A product being edited.

const path = z.array(z.string().min(1).max(120)).min(1).max(8)

const Change = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('set'),
    at: path.refine((at) => at.at(-1) !== 'id', 'An id can’t be changed.'),
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
  seconds: z.number().nullable().describe('Length of a video or sound.'),
  warnings: FileWarnings,
  is_undrawn: z.boolean().optional().describe('Its first page could not be drawn; only of the PDFs of documents.'),
})

export type PlanFile = z.infer<typeof PlanFile>

const Leaf = z.object({
  key: z.string(),
  type: z.enum(FIELD_TYPES).describe('How it is edited.'),
  label: z.string(),
  hint: z.string().optional(),
  use: z.enum(['video', 'audio', 'captions', 'picture', 'handout']).optional().describe('Of a file.'),
  options: z
    .array(z.object({ value: z.string(), label: z.string() }))
    .optional()
    .describe('Of a choice.'),
})

const holding = <Inner extends z.ZodType>(inner: Inner) =>
  Leaf.extend({ fields: z.array(inner).optional().describe('Of a group or list.') })

const FieldView = holding(holding(holding(Leaf)))

export type FieldView = z.infer<typeof Leaf> & { fields?: FieldView[] | undefined }

const Difference = z.object({
  at: z.array(z.string()),
  mine: z.json().optional().describe('Of the draft; left out where the draft has it no more.'),
  theirs: z.json().optional().describe('Of the catalogue; left out where it was removed there.'),
})

const revision = z.number().int().min(0)
const moment = z.iso.datetime().nullable()

export const OpenProduct = z.object({
  id: z.uuid(),
  kind: z.enum(KIND_NAMES),
  plan: z.looseObject(planKeys),
  fields: z.array(FieldView).describe('Those of the plan that only this kind has.'),
  files: z.array(PlanFile).describe('The files that the plan names.'),
  findings: z.array(Finding).describe('What must be mended before it can be published.'),
  warnings: z.array(Finding).describe('What readers will not see as it was meant, by line. It can be published.'),
  revision: revision.describe('0 where nobody has saved a change yet.'),
  begun: moment.describe('When the draft was begun; null where there is none.'),
  stands_since: moment.describe(
    'When the product in the catalogue was last changed; null where it was never published.',
  ),
  is_on_sale: z.boolean(),
  address: z.string().nullable(),
  differences: z.array(Difference).describe('What was changed in the catalogue, too, since the draft was begun.'),
  owners: z.number().int().describe('How many members own it.'),
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
  summary: 'A product as it is worked on',
  description:
    'Its draft, or, where nobody has changed anything yet, the product as it stands. Opening begins no draft.',
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
    'All of them or none. `at` leads to a part by names of fields and ids of what stands in lists. Where somebody has changed the same parts since `revision`, nothing is saved, and `clashes` tells what stands there.',
  params: productParams,
  body: z.strictObject({
    revision,
    begun: moment.optional(),
    stands_since: moment,
    changes: z.array(Change).min(1).max(500),
  }),
  bodyLimit: 1024 * 1024,
  reply: z.object({
    revision: revision.nullable().describe('Of the draft with these changes; null where nothing was saved.'),
    begun: moment,
    findings: z.array(Finding),
    warnings: z.array(Finding),
    others: z.array(z.string()).describe('What others have changed since `revision`, by paths with slashes.'),
    clashes: z.array(
      z.object({ at: z.array(z.string()), theirs: z.json().optional().describe('Left out where it was removed.') }),
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
    'Refused by field where something must be mended first, and as a whole when somebody has saved more since `revision`.',
  params: productParams,
  body: z.strictObject({ revision, begun: moment.optional(), is_on_sale: z.boolean() }),
  reply: Done.extend({
    address: z.string(),
    lectures: z
      .array(z.object({ key: z.string(), name: z.string() }))
      .describe('New or not as they were, in a course that stood before: owners can be told of them.'),
    keys_to_mark: z.int().describe('Questions whose key was corrected, with attempts that were marked by the old one.'),
  }),
  example: {
    params: { id },
    body: { revision: 4, is_on_sale: true },
    reply: { message: 'It is published.', address: 'starter-kit', lectures: [], keys_to_mark: 0 },
  },
})

const lectureParams = productParams.extend({ lecture: z.string().min(1).max(100) })

export const publishLecture = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/lectures/:lecture/publish/',
  access: { may: 'publish' },
  summary: 'Publish one lecture of a draft',
  description: 'All else of the draft waits. A lecture that the draft has no more goes from the course.',
  params: lectureParams,
  body: z.strictObject({ revision, begun: moment.optional() }),
  reply: Done,
  example: {
    params: { id, lecture: 'first-look' },
    body: { revision: 4 },
    reply: { message: 'The lecture is published.' },
  },
})

export const revertDraftLecture = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/lectures/:lecture/take-back/',
  access: { may: 'edit content' },
  summary: 'Take back the changes of one lecture',
  description: 'In the draft it is as it was when the draft was begun; all else of the draft stays.',
  params: lectureParams,
  reply: Done,
  example: { params: { id, lecture: 'first-look' }, reply: { message: 'Lecture changes discarded.' } },
})

export const discardProductDraft = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/discard/',
  access: { may: 'edit content' },
  summary: 'Throw a draft away',
  description: 'What stands in the catalogue stays as it is.',
  params: productParams,
  reply: Done,
  example: { params: { id }, reply: { message: 'Draft discarded.' } },
})

export const rebaseProductDraft = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/update/',
  access: { may: 'edit content' },
  summary: 'Bring a draft up to date',
  description:
    'Takes in what was changed in the catalogue since it was begun. `choices` says for each difference whose value stands.',
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
  summary: 'What was published, and when',
  description: 'The newest first; the last fifty are kept.',
  params: productParams,
  reply: z.object({
    versions: z.array(
      z.object({ number: z.number().int(), origin: z.enum(['folder', 'studio']), published: z.string() }),
    ),
  }),
  example: {
    params: { id },
    reply: { versions: [{ number: 2, origin: 'studio', published: '2026-11-22 10:00 EST' }] },
  },
})

export const restoreVersion = endpoint({
  method: 'POST',
  url: '/Academy/api/studio/products/:id/versions/:number/bring-back/',
  access: { may: 'edit content' },
  summary: 'Begin a draft that is as a version was',
  description: 'What stands in the catalogue stays until the draft is published.',
  params: productParams.extend({ number: z.coerce.number().int().min(1) }),
  reply: Done,
  example: { params: { id, number: '1' }, reply: { message: 'Restored version 1 as the draft.' } },
})

export const renderDescription = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/products/:id/description/',
  access: { may: 'edit content' },
  summary: 'The description, and those of the lectures, as pages will show them',
  description: 'Of the draft, or, where there is none, of the product.',
  params: productParams,
  reply: z.object({
    html: z.string().describe('Sanitized.'),
    lectures: z.array(z.object({ id: z.string(), html: z.string() })),
  }),
  example: { params: { id }, reply: { html: '<p>All forms of a first case.</p>', lectures: [] } },
})
