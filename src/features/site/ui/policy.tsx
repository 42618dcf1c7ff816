import type { ReactNode } from 'react'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'

/** A long legal text: a table of contents beside numbered sections. */
export function Policy({
  title,
  intro,
  updated,
  sections,
}: {
  title: string
  intro: ReactNode
  updated: string
  sections: readonly PolicySection[]
}) {
  return (
    <div className="page-width">
      <PageHeading title={title}>
        {intro}
        <p className="mt-3 text-sm">Effective {updated}</p>
      </PageHeading>
      <div className="grid gap-8 sm:gap-10 md:grid-cols-[15rem_minmax(0,1fr)] md:gap-16">
        <nav aria-label="On this page" className="self-start text-sm md:sticky md:top-22">
          <Disclosure label="On this page" className="sm:hidden">
            <Contents sections={sections} />
          </Disclosure>
          <div className="max-sm:hidden">
            <p className="mb-1 font-semibold">On this page</p>
            <Contents sections={sections} />
          </div>
        </nav>
        <div className="flex flex-col gap-10">
          {sections.map(({ id, heading, body }, index) => (
            <section key={id} className="prose">
              <h2 id={id}>
                {index + 1}. {heading}
              </h2>
              {body}
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

function Contents({ sections }: { sections: readonly PolicySection[] }) {
  return (
    <ol className="sm:max-md:columns-2 sm:max-md:gap-8">
      {sections.map(({ id, heading }, index) => (
        <li key={id} className="break-inside-avoid">
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center py-1 text-link underline-offset-4 hover:underline md:min-h-9"
          >
            {/* Side by side, so that the number stands in the first line of a heading that takes two. */}
            <span className="flex gap-2">
              <span className="money w-6 shrink-0 text-muted">{index + 1}.</span>
              <span className="text-pretty">{heading}</span>
            </span>
          </a>
        </li>
      ))}
    </ol>
  )
}

export type PolicySection = { id: string; heading: string; body: ReactNode }
