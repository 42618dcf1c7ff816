import { Time } from '#web/shell/time.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { classes } from '#web/ui/classes.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Prose } from '#web/ui/prose.tsx'
import type { readPolicyText } from '../site.contract.ts'

/**
 * A long legal text with numbered sections next to a table of contents. Without headings, there is no table of
 * contents.
 */
export function Policy({ title, policy }: { title: string; policy: EndpointReply<typeof readPolicyText> }) {
  const { sections, intro_html, effective_on } = policy
  // Sales pages link to the refund section by this ID, so the section gets the ID no matter what its heading is.
  const refunds = sections.some(({ id }) => id === 'refunds')
    ? undefined
    : sections.find(({ heading }) => /refund/i.test(heading))?.id
  const hasContents = sections.some(({ heading }) => heading !== '')
  return (
    <div className="page-width">
      <PageHeading title={title}>
        <Prose html={intro_html} />
        <p className="mt-3 text-sm">
          Effective <Time at={effective_on} />
        </p>
      </PageHeading>
      <div className={classes('grid gap-8 sm:gap-10', hasContents && 'md:grid-cols-[15rem_minmax(0,1fr)] md:gap-16')}>
        {hasContents && (
          <nav aria-label="On this page" className="self-start text-sm md:sticky md:top-22">
            <Disclosure label="On this page" className="sm:hidden">
              <Contents sections={sections} />
            </Disclosure>
            <div className="max-sm:hidden">
              <p className="mb-1 font-semibold">On this page</p>
              <Contents sections={sections} />
            </div>
          </nav>
        )}
        <div className="flex flex-col gap-10">
          {sections.map(({ id, heading, html }, index) => (
            <section key={id} className="prose">
              {id === refunds && <span id="refunds" />}
              {heading && (
                <h2 id={id}>
                  {index + 1}. {heading}
                </h2>
              )}
              <Prose html={html} />
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
            {/* The number and the heading are next to each other, so that the number stays on the first line of a
               two-line heading. */}
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

type PolicySection = EndpointReply<typeof readPolicyText>['sections'][number]
