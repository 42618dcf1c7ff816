import { Link, useNavigate } from 'react-router'
import { formatClockTime } from '#shared/clock-time.ts'
import { pluralize } from '#shared/pluralize.ts'
import { loginAddress, pageAddress } from '#shared/pages.ts'
import { getProductPage } from '#shared/kinds.ts'
import { apiContext } from '#web/client/api-context.ts'
import { call } from '#web/client/api.ts'
import { useIsSignedIn } from '#web/client/session.ts'
import { memberLoader, toPending } from '#web/client/load-state.ts'
import { AUTOPLAY_STATE } from '#web/client/navigation-state.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/field.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { Route } from './+types/search.page.ts'
import type { SearchResults, SearchHit, Suggestion } from './search.contract.ts'
import { KIND_LABELS, PART_LABELS, getHitAddress, getSuggestionAddress } from './ui/hit-addresses.ts'
import { type SearchPageData, loadResults } from './ui/results.ts'
import { MAX_QUERY_LENGTH } from './search-words.rules.ts'

/** The server renders the page from the query in its URL. */
export const handle = { takes: ['q'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData.view.words === '' ? 'Search' : `Search: ${loaderData.view.words.slice(0, MAX_QUERY_LENGTH)}`,
    path: pageAddress('/Search/'),
    isPersonal: true,
  })

export async function loader({ context, request }: Route.LoaderArgs) {
  return toPending(await loadResults(context.get(apiContext), request.url))
}

export const clientLoader = memberLoader(
  ({ request: { url, signal } }: Route.ClientLoaderArgs) => loadResults(call, url, signal),
  { isShownAnyway: true },
)

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const isSignedIn = useIsSignedIn()
  return (
    <div className="page-width">
      <PageHeading title="Search">
        Search courses, podcasts, and documents.{' '}
        {isSignedIn ? 'Results include what’s inside your courses.' : 'Log in to search inside your courses.'}
      </PageHeading>
      <SearchForm key={loaderData.view.words} {...loaderData.view} />
      <ResultList {...loaderData.view} />
      {loaderData.seenAs === 'stranger' && <LogInHint words={loaderData.view.words} />}
    </div>
  )
}

/** An uncontrolled form, which works without scripts and keeps what was typed before scripts ran. */
function SearchForm({ words, problem }: SearchPageData) {
  const navigate = useNavigate()
  return (
    <form
      role="search"
      action="/Search/"
      className="max-w-text"
      onSubmit={(event) => {
        event.preventDefault()
        const q = event.currentTarget.querySelector('input')?.value ?? ''
        void navigate({ pathname: pageAddress('/Search/'), search: `?${String(new URLSearchParams({ q }))}` })
      }}
    >
      <TextField
        label="What are you looking for?"
        name="q"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={words}
        error={problem}
        action={<Button type="submit">Search</Button>}
      />
    </form>
  )
}

function ResultList({ words, found, near, popular }: SearchPageData) {
  return (
    <>
      <p role="status" className="mt-6 mb-4 min-h-6 text-sm text-muted">
        {found && describeResults(found)}
      </p>
      {found && found.products.length > 0 && (
        <ol className="flex list-none flex-col gap-8">
          {found.products.map((product) => (
            <li key={`${product.kind}/${product.id}`}>
              <ProductHits product={product} />
            </li>
          ))}
        </ol>
      )}
      {found && found.products.length === 0 && (
        <EmptyState title={`No results for “${words}.”`}>
          {near.length > 0 && (
            <Links
              title="Did you mean"
              links={near.map((each) => ({ key: getHitKey(each), to: getSuggestionAddress(each), text: each.title }))}
            />
          )}
          {popular.length > 0 && (
            <Links
              title="Popular courses"
              links={popular.map(({ id_: id, course_name: text }) => ({
                key: id,
                to: getProductPage('course', id),
                text,
              }))}
            />
          )}
        </EmptyState>
      )}
    </>
  )
}

function describeResults({ count, is_more: isMore, products }: NonNullable<SearchPageData['found']>): string {
  if (count === 0) return 'No results found.'
  return `${isMore ? 'More than ' : ''}${pluralize(count, 'result')} in ${pluralize(products.length, 'product')}`
}

function getHitKey({ product_id: id, lecture_id: lecture, thread_id: thread }: Suggestion): string {
  return `${id}/${lecture}/${thread}`
}

type ListedLink = {
  key: string
  to: ReturnType<typeof getHitAddress> | ReturnType<typeof getProductPage>
  text: string
}

function Links({ title, links }: { title: string; links: ListedLink[] }) {
  return (
    <section>
      <h2 className="text-base">{title}</h2>
      <ul className="flex list-none flex-col items-center">
        {links.map(({ key, to, text }) => (
          <li key={`${key}/${text}`}>
            <Link to={to} className="inline-flex min-h-11 items-center text-sm text-link underline underline-offset-4">
              <span dir="auto" className="wrap-anywhere">
                {text}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ProductHits({ product: { kind, id, name, is_own: isOwn, hits, count } }: { product: SearchResults }) {
  const product = { kind, id, isOwn }
  const rest = count - hits.length
  return (
    <section aria-label={name}>
      <p className="text-sm text-muted">
        {KIND_LABELS[kind]}
        {isOwn && (kind === 'course' ? ' · Enrolled' : ' · Purchased')}
      </p>
      <h2 className="mb-3 text-xl">
        <Link
          to={getProductAddress({ kind, id, isOwn, hits })}
          className="text-link underline-offset-4 hover:underline"
        >
          {name}
        </Link>
      </h2>
      <ul className="flex list-none flex-col gap-2">
        {hits.map((hit, at) => (
          <li key={at}>
            <HitLink hit={hit} product={product} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="mt-2 text-sm text-muted">
          {pluralize(rest, 'more result')}. Refine your search to see {rest === 1 ? 'it' : 'them'}.
        </p>
      )}
    </section>
  )
}

/** Staff can read the discussions of courses that are not for sale. */
function getProductAddress({
  kind,
  id,
  isOwn,
  hits,
}: Pick<SearchResults, 'kind' | 'id' | 'hits'> & { isOwn: boolean }) {
  const isDiscussedOnly = !isOwn && hits.every((hit) => hit.thread !== null)
  return isDiscussedOnly
    ? pageAddress('/MyAcademy/:id/Discussions', { id })
    : getHitAddress({ product: { kind, id, isOwn } })
}

function HitLink({ hit, product }: { hit: SearchHit; product: Parameters<typeof getHitAddress>[0]['product'] }) {
  const { kind, title, text, lecture_id: lectureId, seconds, thread } = hit
  return (
    <Link
      to={getHitAddress({ product, lectureId, seconds, thread })}
      // A link to a time in a recording should start playing there.
      state={seconds === null || thread ? undefined : AUTOPLAY_STATE}
      className="block max-w-text rounded-card border border-line bg-surface p-4 hover:bg-wash"
    >
      {kind !== 'product' && (
        <span className="mb-1 flex flex-wrap gap-x-3 text-sm">
          <span dir="auto" className="font-semibold wrap-anywhere text-link">
            {title || 'Discussion'}
          </span>
          <span className="text-muted">{formatPosition(hit)}</span>
        </span>
      )}
      <span dir="auto" className="block text-sm wrap-anywhere">
        {text.map((segment, at) =>
          segment.is_found ? (
            <mark key={at} className="bg-wash font-semibold text-ink">
              {segment.text}
            </mark>
          ) : (
            segment.text
          ),
        )}
      </span>
    </Link>
  )
}

function formatPosition({ kind, seconds, page, thread }: SearchHit): string {
  if (thread) return getThreadAddress({ ...thread, seconds })
  if (seconds !== null) return `said at ${formatClockTime(seconds)}`
  if (kind === 'handout') return page === null ? PART_LABELS.handout : `${PART_LABELS.handout}, page ${page}`
  return PART_LABELS.lecture
}

function getThreadAddress({
  lecture,
  post,
  seconds,
}: NonNullable<SearchHit['thread']> & Pick<SearchHit, 'seconds'>): string {
  const what = post === 0 ? PART_LABELS.thread : `Reply ${post} in a discussion`
  if (lecture === null) return what
  return `${what} of ${lecture}${seconds === null ? '' : ` at ${formatClockTime(seconds)}`}`
}

function LogInHint({ words }: { words: string }) {
  const back = `${pageAddress('/Search/')}?${String(new URLSearchParams({ q: words }))}`
  return (
    <p className="mt-8 text-sm text-muted">
      <Link to={loginAddress(back)} className="text-link underline underline-offset-4">
        Log in
      </Link>{' '}
      to search inside your courses, too.
    </p>
  )
}
