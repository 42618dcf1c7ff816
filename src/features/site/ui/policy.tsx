import type { ReactNode } from 'react'
import { PageHeading } from '#web/page-heading.tsx'

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
        <p className="mt-3 text-sm">In force since {updated}.</p>
      </PageHeading>
      <div className="grid gap-10 md:grid-cols-[15rem_minmax(0,1fr)] md:gap-16">
        <nav aria-label="On this page" className="self-start text-sm md:sticky md:top-22">
          <ol className="flex flex-col border-l-2 border-line">
            {sections.map(({ id, heading }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-11 items-center px-4 py-1.5 text-balance text-muted md:min-h-9 underline-offset-4 hover:text-ink hover:underline"
                >
                  {index + 1}. {heading}
                </a>
              </li>
            ))}
          </ol>
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

export type PolicySection = { id: string; heading: string; body: ReactNode }
