import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import {
  listDocuments,
  listDocumentsPage,
  listMyDocuments,
  readDocument,
  readMyDocument,
} from './documents.contract.ts'
import { documentInShop, documentOfMember, allDocuments, myDocuments, pageOfDocuments } from './documents.service.ts'

export function documentRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listDocuments, ({ member }) => allDocuments(deps, member))
  serve(app, listDocumentsPage, ({ params, member }) => pageOfDocuments(deps, member?.id, params.page))
  serve(app, readDocument, ({ params, member }) => documentInShop(deps, member, params.id))
  serve(app, listMyDocuments, ({ member }) => myDocuments(deps, member))
  serve(app, readMyDocument, ({ params, member }) => documentOfMember(deps, member, params.id))
}
