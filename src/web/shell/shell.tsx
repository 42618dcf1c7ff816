import { Outlet } from 'react-router'
import type { Route } from './+types/shell.ts'
import { isNotFoundError } from '#web/client/load-state.ts'
import { APPLICATION_ERROR, ApplicationError, NotFound } from './error-pages.tsx'
import { Frame } from './frame.tsx'
import { pageMeta } from './page-meta.ts'

/** Pages without their own metadata get the academy's title; failed pages say that they failed. */
export function meta({ matches, error }: Route.MetaArgs) {
  if (error === undefined) return pageMeta(matches, {})
  return pageMeta(matches, { title: isNotFoundError(error) ? 'Page not found' : APPLICATION_ERROR, isPersonal: true })
}

export default function Shell() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** For a missing page, shows a message inside the layout, with status 404. Other errors replace the whole layout. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isNotFoundError(error)) return <ApplicationError error={error} />
  return (
    <Frame>
      <NotFound />
    </Frame>
  )
}
