import { data } from 'react-router'
import { NotFound } from '#web/shell/error-pages.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/not-found.page.ts'

export function loader() {
  return data(null, { status: 404 })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Page not found', isPersonal: true })

export default function NotFoundPage() {
  return <NotFound />
}
