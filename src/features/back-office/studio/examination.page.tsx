import { redirect } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/examination.page.ts'
import { StudioLoading } from './ui/studio-frame.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Examination', isPersonal: true })

/** A shareable address: the exam is a part of its course. */
export function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  return redirect(`${pageAddress('/Studio/Catalogue/:id', { id })}?part=examination`)
}

export function HydrateFallback() {
  return <StudioLoading title="Examination" />
}

export default function ExaminationPage() {
  return <HydrateFallback />
}
