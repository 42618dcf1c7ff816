import { type ReactNode, useEffect, useState } from 'react'
import { data, Links, Meta, Outlet, redirectDocument, Scripts, ScrollRestoration } from 'react-router'
import type { listPopularCourses } from '#features/catalog/courses/courses.contract.ts'
import type { readSiteFrame } from '#features/foundation/site/site.contract.ts'
import { isInStudio } from '#shared/studio-paths.ts'
import { apiContext } from '#web/client/api-context.ts'
import { APPLICATION_ERROR, ApplicationError } from '#web/shell/error-pages.tsx'
import { FIRST_SCRIPT, undoTranslation, unmarkMember } from '#web/client/first-load.ts'
import serifFont from '#web/ui/fonts/academy-serif.woff2?url'
import interFont from '#web/ui/fonts/inter.woff2?url'
import { type Site, useSite } from '#web/shell/site.ts'
import '#web/ui/theme.css'
import type { Route } from './+types/root.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: interFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: serifFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** What every page needs from the site: `useSite()`. */
export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const [site, courses] = await Promise.all([
    call<typeof readSiteFrame>('GET /Academy/api/site/'),
    call<typeof listPopularCourses>('GET /Academy/api/courses/popular/'),
  ])
  const reply: Site = { ...site, courses: courses.map(({ id_, course_name }) => ({ id: id_, name: course_name })) }
  // The page's Content-Security-Policy must allow the frames of the book page, which can be opened from any page
  // without a new document.
  return data(reply, { headers: { [FRAME_HOSTS]: site.book_hosts.join(' ') } })
}

/** The data changes with the site's settings, not per page: a page without its own data opens without a request. */
export const shouldRevalidate = ({ json }: { json?: { name?: string } }) => json?.name === 'saveSite'

const FRAME_HOSTS = 'x-frame-hosts'

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => ({
  [FRAME_HOSTS]: loaderHeaders.get(FRAME_HOSTS) ?? '',
})

// The URL where this document was loaded. The address bar changes before its page has loaded.
const startedInStudio = typeof location !== 'undefined' && isInStudio(location.pathname)

/** Entering or leaving the studio always loads a new document, whether by link, login, or the browser's Back button. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    const { pathname, search, hash } = new URL(request.url)
    if (isInStudio(pathname) !== startedInStudio) throw redirectDocument(pathname + search + hash)
  },
]

export const meta: Route.MetaFunction = ({ error }) => (error === undefined ? [] : [{ title: APPLICATION_ERROR }])

// This script has run before hydration, so the browser's code doesn't have to contain its text.
const firstScript = import.meta.env.SSR ? FIRST_SCRIPT : ''

export function Layout({ children }: { children: ReactNode }) {
  useState(undoTranslation)
  useEffect(unmarkMember, [])
  const site = useSite()
  return (
    <html lang="en" style={site?.colors} data-note={site?.announcement?.id} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <script dangerouslySetInnerHTML={{ __html: firstScript }} suppressHydrationWarning />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={site?.colors['--own-head'] ?? '#12467f'} />
        <Meta />
        <Links />
        <Icons />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** The icons of the operator's logo or, if there is none, of the default logo. */
function Icons() {
  const icons = useSite()?.icons ?? []
  const icon = (size: number) => icons.find(({ width }) => width === size)?.url
  return (
    <>
      <link
        rel="icon"
        {...(icon(192) ? { href: icon(192), type: 'image/png' } : { href: '/favicon.svg', type: 'image/svg+xml' })}
      />
      <link rel="apple-touch-icon" href={icon(180) ?? '/icons/apple-touch-icon.png'} />
    </>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ApplicationError error={error} />
}
