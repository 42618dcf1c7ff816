import type { CourseSummary, listPopularCourses } from '#features/catalog/courses/courses.contract.ts'
import type { CallApi } from '#shared/call.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { search, Suggestion, suggest } from '../search.contract.ts'
import { MAX_QUERY_LENGTH, QUERY_TOO_LONG } from '../search-words.rules.ts'

/** The search page's data. `found` is missing if nothing was searched for. */
export type SearchPageData = {
  words: string
  problem?: string
  found?: EndpointReply<typeof search>
  /** If nothing was found: similar titles and popular courses. */
  near: Suggestion[]
  popular: CourseSummary[]
}

/** Searches for the query in the page's URL. */
export async function loadResults(call: CallApi, url: string, signal?: AbortSignal): Promise<SearchPageData> {
  const words = new URL(url).searchParams.get('q')?.trim() ?? ''
  const nothing = { words, near: [], popular: [] }
  if (words.length > MAX_QUERY_LENGTH) return { ...nothing, problem: QUERY_TOO_LONG }
  if (words === '') return nothing
  const given = { body: { words }, ...(signal && { signal }) }
  try {
    const found = await call<typeof search>('POST /Academy/api/search/', given)
    if (found.products.length > 0) return { ...nothing, found }
    const [near, popular] = await Promise.all([
      call<typeof suggest>('POST /Academy/api/search/suggestions/', given),
      call<typeof listPopularCourses>('GET /Academy/api/courses/popular/'),
    ])
    return { words, found, near, popular }
  } catch (error) {
    const limited = toRateLimitResult(error)
    if (limited === undefined) throw error
    return { ...nothing, problem: limited }
  }
}

/** The message about a rate limit, for the browser and the server loader. */
function toRateLimitResult(error: unknown): string | undefined {
  const { status, init, body, data } = (error ?? {}) as Record<string, Record<string, unknown> | number | undefined>
  const isRefused = status === 429 || (init instanceof Object && init['status'] === 429)
  const message = body instanceof Object ? body['message'] : data instanceof Object ? data['message'] : undefined
  return isRefused && typeof message === 'string' ? message : undefined
}
