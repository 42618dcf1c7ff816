import type { FastifyInstance } from 'fastify'
import { readerOf } from '#features/community/discussions/discussions.public.ts'
import type { Deps } from '#platform/deps.ts'
import { addressBehind } from '#platform/http/in-process.ts'
import { serve } from '#platform/http/serve.ts'
import { search, suggest, type Suggestion } from './search.contract.ts'
import { searchFor, suggestionsFor } from './search.service.ts'

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, search, async ({ body: { words }, member, request }) => {
    const found = await searchFor(deps, { reader: member && readerOf(member), words, ip: addressBehind(request) })
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
  serve(app, suggest, async ({ body: { words }, member, request }) =>
    (await suggestionsFor(deps, { reader: member && readerOf(member), words, ip: addressBehind(request) })).map(
      toSuggestion,
    ),
  )
}

type Near = Awaited<ReturnType<typeof suggestionsFor>>[number]

function toSuggestion({
  kind,
  title,
  slug,
  productKind,
  productTitle,
  isOwn,
  lectureSlug,
  threadId,
}: Near): Suggestion {
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
