import type { FastifyInstance } from 'fastify'
import { toReader } from '#features/community/discussions/discussions.public.ts'
import type { Deps } from '#platform/deps.ts'
import { getClientAddress } from '#platform/http/in-process.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { search, suggest, type Suggestion } from './search.contract.ts'
import { searchPassages, getSuggestions } from './search.service.ts'

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, search, async ({ body: { words }, member, request }) => {
    const found = await searchPassages(deps, {
      reader: member && toReader(member),
      words,
      ip: getClientAddress(request),
    })
    return {
      count: found.count,
      is_more: found.isMore,
      products: found.products.map(({ slug, kind, title, isOwn, count, hits }) => ({
        id: slug,
        kind,
        name: title,
        is_own: isOwn,
        count,
        hits: hits.map((hit) => ({
          kind: hit.kind,
          title: hit.title,
          text: hit.body.map(({ text, isFound }) => ({ text, is_found: isFound })),
          lecture_id: hit.lectureSlug,
          seconds: hit.seconds,
          page: hit.page,
          thread: hit.thread,
        })),
      })),
    }
  })
  registerEndpoint(app, suggest, async ({ body: { words }, member, request }) =>
    (await getSuggestions(deps, { reader: member && toReader(member), words, ip: getClientAddress(request) })).map(
      toSuggestion,
    ),
  )
}

type SuggestionMatch = Awaited<ReturnType<typeof getSuggestions>>[number]

function toSuggestion({
  kind,
  title,
  slug,
  productKind,
  productTitle,
  isOwn,
  lectureSlug,
  threadId,
}: SuggestionMatch): Suggestion {
  return {
    kind,
    title,
    product_id: slug,
    product_kind: productKind,
    product_name: productTitle,
    is_own: isOwn,
    lecture_id: lectureSlug,
    thread_id: threadId,
  }
}
