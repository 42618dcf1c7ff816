import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toDocumentMarkdown } from '#shared/markdown.ts'
import {
  type DocumentRecord,
  toDocumentDetail,
  toDocumentSummary,
  toDocumentWithFiles,
} from './document-details.service.ts'
import {
  type DocumentDetail,
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
    renderDetail(deps, await getDocument(deps, member, params.id)),
  )
  registerEndpoint(app, listMyDocuments, async ({ member }) =>
    (await getMyDocuments(deps, member)).map(toDocumentWithFiles),
  )
  registerEndpoint(app, readMyDocument, async ({ params, member }) =>
    renderDetail(deps, await getMemberDocument(deps, member, params.id)),
  )
}

async function renderDetail({ db }: Pick<Deps, 'db'>, document: DocumentRecord): Promise<DocumentDetail> {
  const description = toDocumentMarkdown(document.fullDescription)
  const rendered = await readRendered(db, [description])
  return toDocumentDetail(document, rendered(description).html)
}
