import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { clockTime } from '#shared/clock-time.ts'
import { counted } from '#shared/counted.ts'
import { loginAddress, pageAddress } from '#shared/pages.ts'
import { pageOf } from '#shared/kinds.ts'
import { apiContext } from '#web/client/api-context.ts'
import { call } from '#web/client/api.ts'
import { memberLoader, waiting } from '#web/client/loaded.ts'
import { PLAYING } from '#web/client/told.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/field.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { Route } from './+types/search.page.ts'
import type { Found, Hit, Suggestion } from './search.contract.ts'
import { KIND_WORDS, PART_WORDS, placeOf, placeSuggested } from './ui/places.ts'
import { type Results, resultsOf } from './ui/results.ts'
import { LONGEST } from './search-words.rules.ts'

/** The server makes it of the words in its address. */
export const handle = { takes: ['q'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData.view.words === '' ? 'Search' : `Search: ${loaderData.view.words.slice(0, LONGEST)}`,
    path: pageAddress('/Search/'),
    isPersonal: true,
  })

export async function loader({ context, request }: Route.LoaderArgs) {
  return waiting(await resultsOf(context.get(apiContext), request.url))
}

export const clientLoader = memberLoader(
  ({ request: { url, signal } }: Route.ClientLoaderArgs) => resultsOf(call, url, signal),
  { isShownAnyway: true },
)

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page-width">
      <PageHeading title="Search">
        {'Courses, podcasts and documents; when you are logged in also what is said, written and discussed in yours.'}
      </PageHeading>
      <SearchForm key={loaderData.view.words} {...loaderData.view} />
      <ResultList {...loaderData.view} />
      {loaderData.seenAs === 'stranger' && <LogInToo words={loaderData.view.words} />}
    </div>
  )
}

/** It works without scripts. */
function SearchForm({ words, problem }: Results) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(words)
  return (
    <form
      role="search"
      action="/Search/"
      className="max-w-text"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate({ pathname: pageAddress('/Search/'), search: `?${String(new URLSearchParams({ q: typed }))}` })
      }}
    >
      <TextField
        label="What are you looking for?"
        name="q"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        error={problem}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        action={<Button type="submit">Search</Button>}
      />
    </form>
  )
}

function ResultList({ words, found, near, popular }: Results) {
  return (
    <>
      <p role="status" className="mt-6 mb-4 min-h-6 text-sm text-muted">
        {found && toldOf(found)}
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
        <EmptyState title={`Nothing was found for “${words}”.`}>
          {near.length > 0 && (
            <Links
              title="Did you mean"
              links={near.map((each) => ({ key: keyOf(each), to: placeSuggested(each), text: each.title }))}
            />
          )}
          {popular.length > 0 && (
            <Links
              title="Popular courses"
              links={popular.map(({ id_: id, course_name: text }) => ({ key: id, to: pageOf('course', id), text }))}
            />
          )}
        </EmptyState>
      )}
    </>
  )
}

function toldOf({ count, is_more: isMore, products }: NonNullable<Results['found']>): string {
  if (count === 0) return 'Nothing was found.'
  return `${isMore ? 'More than ' : ''}${counted(count, 'passage')} in ${counted(products.length, 'product')}`
}

function keyOf({ product_id: id, lecture_id: lecture, thread_id: thread }: Suggestion): string {
  return `${id}/${lecture}/${thread}`
}

type ListedLink = { key: string; to: ReturnType<typeof placeOf> | ReturnType<typeof pageOf>; text: string }

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

function ProductHits({ product: { kind, id, name, is_own: isOwn, hits, count } }: { product: Found }) {
  const product = { kind, id, isOwn }
  const rest = count - hits.length
  return (
    <section aria-label={name}>
      <p className="text-sm text-muted">
        {KIND_WORDS[kind]}
        {isOwn && ' · yours'}
      </p>
      <h2 className="mb-3 text-xl">
        <Link to={placeOfAll({ kind, id, isOwn, hits })} className="text-link underline-offset-4 hover:underline">
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
        <p className="mt-2 text-sm text-muted">And {counted(rest, 'passage')} more in it: add a word to find them.</p>
      )}
    </section>
  )
}

/** Staff reads discussions of courses that are on offer to nobody. */
function placeOfAll({ kind, id, isOwn, hits }: Pick<Found, 'kind' | 'id' | 'hits'> & { isOwn: boolean }) {
  const isDiscussedOnly = !isOwn && hits.every((hit) => hit.thread !== null)
  return isDiscussedOnly ? pageAddress('/MyAcademy/:id/Discussions', { id }) : placeOf({ product: { kind, id, isOwn } })
}

function HitLink({ hit, product }: { hit: Hit; product: Parameters<typeof placeOf>[0]['product'] }) {
  const { kind, title, text, lecture_id: lectureId, seconds, thread } = hit
  return (
    <Link
      to={placeOf({ product, lectureId, seconds, thread })}
      // Whoever presses a moment wants to hear it.
      state={seconds === null || thread ? undefined : PLAYING}
      className="block max-w-text rounded-card border border-line bg-surface p-4 hover:bg-wash"
    >
      {kind !== 'product' && (
        <span className="mb-1 flex flex-wrap gap-x-3 text-sm">
          <span dir="auto" className="font-semibold wrap-anywhere text-link">
            {title || 'Discussion'}
          </span>
          <span className="text-muted">{placeInWords(hit)}</span>
        </span>
      )}
      <span dir="auto" className="block text-sm wrap-anywhere">
        {text.map((piece, at) =>
          piece.is_found ? (
            <mark key={at} className="bg-wash font-semibold text-ink">
              {piece.text}
            </mark>
          ) : (
            piece.text
          ),
        )}
      </span>
    </Link>
  )
}

function placeInWords({ kind, seconds, page, thread }: Hit): string {
  if (thread) return placeOfThread({ ...thread, seconds })
  if (seconds !== null) return `said at ${clockTime(seconds)}`
  if (kind === 'handout') return page === null ? PART_WORDS.handout : `${PART_WORDS.handout}, page ${page}`
  return PART_WORDS.lecture
}

function placeOfThread({ lecture, post, seconds }: NonNullable<Hit['thread']> & Pick<Hit, 'seconds'>): string {
  const what = post === 0 ? PART_WORDS.thread : `Reply ${post} in a discussion`
  if (lecture === null) return what
  return `${what} of ${lecture}${seconds === null ? '' : ` at ${clockTime(seconds)}`}`
}

function LogInToo({ words }: { words: string }) {
  const back = `${pageAddress('/Search/')}?${String(new URLSearchParams({ q: words }))}`
  return (
    <p className="mt-8 text-sm text-muted">
      <Link to={loginAddress(back)} className="text-link underline underline-offset-4">
        Log in
      </Link>{' '}
      to search what is said, written and discussed in what you own, too.
    </p>
  )
}
