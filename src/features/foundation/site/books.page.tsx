import { useEffect, useState } from 'react'
import { apiContext } from '#web/client/api-context.ts'
import { ButtonAnchor, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { useSite } from '#web/shell/site.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { Route } from './+types/books.page.ts'
import type { listBooks } from './site.contract.ts'
import { BookCover } from './ui/book-cover.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)<typeof listBooks>('GET /Academy/api/site/books/')
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Books',
    description: 'Books for legal nurse consultants, with previews you can read here.',
    path: '/Books/',
  })

export default function BooksPage({ loaderData: { books } }: Route.ComponentProps) {
  return (
    <div className="page-width">
      <PageHeading title="Books">Read a preview, or open the book’s page.</PageHeading>
      {books.length === 0 ? (
        <EmptyState title="No books are available right now.">
          <ButtonLink to="/Courses/" variant="quiet">
            Browse courses
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-6">
          {books.map((book, index) => (
            <li key={book.link}>
              <Book book={book} index={index} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type BookProps = { book: EndpointReply<typeof listBooks>['books'][number]; index: number }

function Book({ book: { title, author, images, preview_url, link }, index }: BookProps) {
  const hosts = useSite()?.book_hosts ?? []
  const isAllowed = preview_url !== null && hosts.includes(new URL(preview_url).hostname)
  const isDead = useIsUnreachable(isAllowed ? preview_url : undefined)
  return (
    <article className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-4 p-5 sm:items-center sm:gap-x-6 sm:p-6 md:grid-cols-[auto_minmax(0,1fr)_auto]">
        {images.length > 0 ? (
          <div className="w-20 overflow-hidden rounded-r-control rounded-l-xs shadow-lift sm:w-30 sm:max-md:row-span-2">
            <Picture
              images={images}
              alt={`Cover of ${title}`}
              sizes="(min-width: 640px) 7.5rem, 5rem"
              eager={index === 0}
              shape="own"
            />
          </div>
        ) : (
          <BookCover index={index} className="h-auto w-20 sm:w-30 sm:max-md:row-span-2" />
        )}
        <div className="sm:max-md:self-end">
          <h2 className="text-lg">{title}</h2>
          {author && <p className="mt-1 text-sm text-muted">{author}</p>}
        </div>
        <ButtonAnchor
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          variant="quiet"
          className="max-sm:col-span-2 sm:self-start sm:justify-self-start md:self-center"
        >
          Open the book’s page
          <Icon name="external" />
        </ButtonAnchor>
      </div>
      {isAllowed && !isDead && (
        <div className="border-t border-line print:hidden">
          <p className="border-b border-line px-5 py-3 text-sm text-muted sm:px-6">
            If the preview doesn’t appear,{' '}
            <a
              href={preview_url}
              target="_blank"
              rel="noopener noreferrer"
              className="text-link underline underline-offset-2"
            >
              open it on {new URL(preview_url).hostname}
            </a>
            .
          </p>
          {/* The frame shows another site, which can run its own scripts but can't access this page, its storage, or
             its URL. */}
          <iframe
            src={preview_url}
            title={`Preview of ${title}`}
            sandbox="allow-scripts allow-same-origin allow-popups"
            referrerPolicy="no-referrer"
            loading="lazy"
            className="block h-80 w-full bg-surface sm:h-120"
          />
        </div>
      )}
    </article>
  )
}

/**
 * Whether a URL can't be reached. A page can't read other sites' responses, so if the site responds that the book is
 * missing, the frame shows that site's own error.
 */
function useIsUnreachable(url: string | undefined): boolean {
  const [isDead, setDead] = useState(false)
  useEffect(() => {
    if (url === undefined) return undefined
    const asking = new AbortController()
    fetch(url, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: asking.signal,
    }).catch(() => setDead(!asking.signal.aborted && navigator.onLine))
    return () => asking.abort()
  }, [url])
  return isDead
}
