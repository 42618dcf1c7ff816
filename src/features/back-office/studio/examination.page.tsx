import { redirect } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import type { Route } from './+types/examination.page.ts'
import { type StudioHandle, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Exam' }
export const meta = studioMeta

/** Redirects to the exam section of the course editor, so the exam has its own link. */
export function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  return redirect(`${pageAddress('/Studio/Catalogue/:id', { id })}?part=examination`)
}

export default function ExaminationPage() {
  return null
}
