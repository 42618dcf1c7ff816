import type { ReactNode } from 'react'
import { SectionNav } from '#web/shell/section-nav.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { getMenuItems } from './studio-menu.ts'
import { useStaff } from './staff.ts'
import './studio.css'

export function StudioFrame({ title, children }: { title: string; children: ReactNode }) {
  const role = useStaff()?.role
  return (
    <div className="page-width pb-8">
      <PageHeading title={title} />
      <SectionNav label="Studio" items={role ? getMenuItems(role) : []} />
      {children}
    </div>
  )
}
