import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import { getImageUrl } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import { toDocumentMarkdown } from '#shared/markdown.ts'
import { getFormatName, stripFormat } from './documents.rules.ts'
import {
  type DocumentDetail,
  type DocumentWithFiles,
  type DocumentSummary,
  listDocuments,
  listDocumentsPage,
  listMyDocuments,
  readDocument,
  readMyDocument,
} from './documents.contract.ts'
import {
  listAllDocuments,
  getDocument,
  getMemberDocument,
  getMyDocuments,
  getDocumentsPage,
} from './documents.service.ts'

export function documentRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listDocuments, async ({ member }) =>
    (await listAllDocuments(deps, member)).map(toDocumentWithFiles),
  )
  registerEndpoint(app, listDocumentsPage, async ({ params, member }) => {
    const { documents, ...page } = await getDocumentsPage(deps, member?.id, params.page)
    return { items: documents.map(toDocumentSummary), ...page }
  })
  registerEndpoint(app, readDocument, async ({ params, member }) =>
    toDocumentDetail(deps, await getDocument(deps, member, params.id)),
  )
  registerEndpoint(app, listMyDocuments, async ({ member }) =>
    (await getMyDocuments(deps, member)).map(toDocumentWithFiles),
  )
  registerEndpoint(app, readMyDocument, async ({ params, member }) =>
    toDocumentDetail(deps, await getMemberDocument(deps, member, params.id)),
  )
}

type DocumentRecord = Awaited<ReturnType<typeof listAllDocuments>>[number]

async function toDocumentDetail(
  { db }: Pick<Deps, 'db'>,
  document: Awaited<ReturnType<typeof getDocument>>,
): Promise<DocumentDetail> {
  const description = toDocumentMarkdown(document.fullDescription)
  const rendered = await readRendered(db, [description])
  return {
    ...toDocumentWithFiles(document),
    document_full_description_html: rendered(description).html,
    inside: document.inside.map(({ name, contentType, pages, preview, sample }) => ({
      name: stripFormat(name),
      format: getFormatName(contentType),
      pages,
      preview_url: preview,
      sample_page_url: sample,
    })),
    isDisputed: document.isDisputed,
  }
}

function toDocumentWithFiles(document: DocumentRecord): DocumentWithFiles {
  return {
    ...toDocumentSummary(document),
    document_full_description: document.fullDescription,
    files: document.files.map(({ name, address }) => ({ fileName: name, fileURL: address })),
  }
}

function toDocumentSummary(document: Omit<DocumentRecord, 'files'>): DocumentSummary {
  const { slug, images, title, shortDescription, priceCents, currency, isPurchased } = document
  return {
    id_: slug,
    imageURL: getImageUrl(images),
    images,
    document_title: title,
    document_short_description: shortDescription,
    price: formatDecimal(cents(priceCents)),
    currency,
    isPurchased,
  }
}
