import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** A cover in one format and width; `url` is a path on the API host. */
const Image = z.object({ format: z.enum(['avif', 'webp']), width: z.number(), url: z.string() })

const Params = z.strictObject({ id: z.string().min(1).max(200) })

const DocumentOnShelf = z.object({
  id_: z.string(),
  /** A path on the API host. */
  imageURL: z.string().nullable(),
  images: z.array(Image),
  document_title: z.string(),
  document_short_description: z.string(),
  /** Decimal, such as "49.00". */
  price: z.string(),
  currency: z.string(),
  /** Always false without a token. */
  isPurchased: z.boolean(),
})

const DocumentDetail = z.object({
  ...DocumentOnShelf.shape,
  /** Markdown. */
  document_full_description: z.string(),
  /** The same as HTML, sanitized. */
  document_full_description_html: z.string(),
  /** Empty until it is bought. `fileURL` is signed and expires. */
  files: z.array(z.object({ fileName: z.string(), fileURL: z.string() })),
})

export type DocumentOnShelf = z.infer<typeof DocumentOnShelf>
export type DocumentDetail = z.infer<typeof DocumentDetail>

export const listDocuments = endpoint({
  method: 'GET',
  url: '/Academy/api/Documents/',
  access: 'anyone',
  summary: 'The documents for sale; with a token also which of them the caller has bought',
  reply: z.array(DocumentOnShelf),
})

export const readDocument = endpoint({
  method: 'GET',
  url: '/Academy/api/document/:id/',
  access: 'anyone',
  summary: 'A document as sold; with a token of its owner also its files',
  params: Params,
  reply: DocumentDetail,
})

export const listMyDocuments = endpoint({
  method: 'GET',
  url: '/Academy/api/MyDocuments/',
  access: 'member',
  summary: 'The documents that the caller owns',
  reply: z.array(DocumentOnShelf),
})

export const readMyDocument = endpoint({
  method: 'GET',
  url: '/Academy/api/mydocument/:id/',
  access: 'member',
  summary: "A document, by its id or the caller's own purchase of it, with its files where it is bought",
  params: Params,
  reply: DocumentDetail,
})
