import { redirect } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/examination.page.ts'
import { StudioFrame } from './ui/studio-frame.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Examination', isPersonal: true })

/** An address to give to others: the examination is a part of its course. */
export function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  return redirect(`${pageAddress('/Studio/Catalogue/:id', { id })}?part=examination`)
}

export function HydrateFallback() {
  return (
    <StudioFrame title="Examination">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className="h-96" />
    </StudioFrame>
  )
}

export default function ExaminationPage() {
  return <HydrateFallback />
}
