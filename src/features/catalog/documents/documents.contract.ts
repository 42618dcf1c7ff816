import { z } from 'zod'
import { Image } from '#features/foundation/media/media.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { PageParams, createPageSchema } from '#shared/paging.ts'

const Params = z.strictObject({
  id: z.string().min(1).max(200).describe("The document's ID, or the ID of the caller's purchase of it."),
})

const DocumentSummary = z.object({
  id_: z.string(),
  imageURL: z.string().nullable().describe('A path on the API host.'),
  images: z.array(Image),
  document_title: z.string(),
  document_short_description: z.string(),
  price: z.string().describe('Decimal, such as "49.00".'),
  currency: z.string(),
  isPurchased: z.boolean().describe('Always false without a token.'),
})

const DocumentWithFiles = z.object({
  ...DocumentSummary.shape,
  document_full_description: z.string().describe('Markdown.'),
  files: z
    .array(z.object({ fileName: z.string(), fileURL: z.string() }))
    .describe('Empty until it is bought. `fileURL` is signed and expires.'),
})

export const DocumentDetail = z.object({
  ...DocumentWithFiles.shape,
  document_full_description_html: z.string().describe('The same as sanitized HTML.'),
  inside: z
    .array(
      z.object({
        name: z.string(),
        format: z.string().describe('Such as PDF or Word.'),
        pages: z.int().nullable().describe("Null if they can't be counted."),
        preview_url: z.string().nullable().describe('A small public image of the first page.'),
        sample_page_url: z
          .string()
          .nullable()
          .describe('The first page, large enough to read. At most one file has it, if the author allows it.'),
      }),
    )
    .describe('What it contains, bought or not.'),
  isDisputed: z.boolean().describe('The caller bought it, and access is paused because the payment is disputed.'),
})

export type DocumentSummary = z.infer<typeof DocumentSummary>
export type DocumentWithFiles = z.infer<typeof DocumentWithFiles>
export type DocumentDetail = z.infer<typeof DocumentDetail>

/** Examples of what visitors see. */
const SUMMARY_EXAMPLE: DocumentSummary = {
  id_: 'dme-observer-starter-kit',
  imageURL: '/images/91be…/cover-640.webp',
  images: [{ format: 'webp', width: 640, url: '/images/4c1f…/cover-640.webp' }],
  document_title: 'DME Observer Starter Kit',
  document_short_description: 'Checklists and forms for a first assignment.',
  price: '49.00',
  currency: 'usd',
  isPurchased: false,
}
const CONTENTS_EXAMPLE = [
  {
    name: 'Starter kit',
    format: 'PDF',
    pages: 2,
    preview_url: '/images/5d0c…/first-page-3f0a.webp',
    sample_page_url: null,
  },
]
const FILES_EXAMPLE = [{ fileName: 'Starter kit.pdf', fileURL: '/media/5d0c…/starter-kit.pdf?expires=…&signature=…' }]
const DETAIL_EXAMPLE: DocumentWithFiles = {
  ...SUMMARY_EXAMPLE,
  document_full_description: 'Twelve pages to print.',
  files: [],
}

export const listDocuments = endpoint({
  method: 'GET',
  url: '/Academy/api/Documents/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'List documents for sale, and with a token, which of them the caller bought',
  description:
    'All documents on offer, in catalog order. Without a token, `isPurchased` is false and `files` is empty.',
  reply: z.array(DocumentWithFiles),
  example: {
    reply: [DETAIL_EXAMPLE],
  },
})

export const listDocumentsPage = endpoint({
  method: 'GET',
  url: '/Academy/api/Documents/pages/:page/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'List one page of the documents',
  description: 'One page of the shop without full descriptions, and the number of pages.',
  refuses: ['not_found'],
  params: PageParams,
  reply: createPageSchema(DocumentSummary),
  example: { params: { page: '1' }, reply: { items: [SUMMARY_EXAMPLE], page: 1, pages: 1 } },
})

export const readDocument = endpoint({
  method: 'GET',
  url: '/Academy/api/document/:id/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'Get a document, and for its owner also its files',
  description:
    "Without a token or a purchase, `isPurchased` is false and `files` is empty. A file's address is signed for the caller and expires.",
  refuses: ['not_found'],
  params: Params,
  reply: DocumentDetail,
  example: {
    params: { id: 'dme-observer-starter-kit' },
    reply: {
      ...DETAIL_EXAMPLE,
      document_full_description_html: '<p>Twelve pages to print.</p>',
      inside: CONTENTS_EXAMPLE,
      isDisputed: false,
    },
  },
})

export const listMyDocuments = endpoint({
  method: 'GET',
  url: '/Academy/api/MyDocuments/',
  access: 'member',
  summary: "List the caller's documents",
  description: 'Bought or granted and not refunded, in catalog order.',
  reply: z.array(DocumentWithFiles),
  example: {
    reply: [{ ...DETAIL_EXAMPLE, isPurchased: true, files: FILES_EXAMPLE }],
  },
})

export const readMyDocument = endpoint({
  method: 'GET',
  url: '/Academy/api/mydocument/:id/',
  access: 'member',
  summary: "Get a document by its ID or the caller's purchase ID, with its files if bought",
  description:
    "`id` is the document's ID or the ID of the caller's purchase, which is where payment confirmation leads. A file's address is signed for the caller and expires.",
  refuses: ['not_found'],
  params: Params,
  reply: DocumentDetail,
  example: {
    params: { id: 'dme-observer-starter-kit' },
    reply: {
      ...DETAIL_EXAMPLE,
      isPurchased: true,
      document_full_description_html: '<p>Twelve pages to print.</p>',
      inside: CONTENTS_EXAMPLE,
      isDisputed: false,
      files: FILES_EXAMPLE,
    },
  },
})
