import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { call } from '#web/client/api.ts'
import { Prose } from '#web/ui/prose.tsx'
import type { Route } from './+types/help.page.ts'
import type { readHelp } from './help.contract.ts'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'
import { ManualNav } from './ui/manual-nav.tsx'

export const handle: StudioHandle = { title: 'Help', heading: ({ title }: { title: string }) => title }
export const meta = studioMeta

export const clientLoader = studioLoader(({ params: { topic }, request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readHelp>('GET /Academy/api/studio/help/:topic/', { params: { topic }, signal }),
)

export default function HelpPage({ loaderData }: Route.ComponentProps) {
  const { intro, sections } = getView(loaderData)
  const { pathname, hash } = useLocation()
  useEffect(() => {
    // The browser looked for this heading before the text had loaded.
    const start = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    start?.scrollIntoView()
  }, [pathname, hash])
  return (
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <ManualNav sections={sections} />
      <div className="flex min-w-0 flex-col gap-10">
        {intro !== '' && <Prose html={intro} />}
        {sections.map(({ id, heading, html }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} className="mb-4 text-xl">
              {heading}
            </h2>
            <Prose html={html} />
          </section>
        ))}
      </div>
    </div>
  )
}
