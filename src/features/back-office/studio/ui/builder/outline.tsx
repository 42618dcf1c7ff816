import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { CoursePlan, LecturePlan } from '#features/catalog/courses/course-model.contract.ts'
import { pluralize } from '#shared/pluralize.ts'
import { newId } from '#shared/plan-changes.ts'
import { Button } from '#web/ui/button.tsx'
import { ReorderableList } from '../ordered-list.tsx'
import { useDraft } from './draft-context.tsx'
import { JUST_ADDED_STATE } from './lecture-part.tsx'
import { getBuilderSection } from './plan-paths.ts'

/** The product's sections. The URL contains the current one, so that a reload keeps it. */
export function Outline({ part }: { part: string }) {
  const { view } = useDraft()
  const { kind, plan, findings } = view.worked
  const open = (of: string) => findings.filter(({ at }) => getBuilderSection(at) === of).length
  return (
    <nav aria-label="Product sections" className="flex flex-col gap-6 self-start max-lg:w-full lg:sticky lg:top-30">
      <div className="rounded-card border border-line bg-surface p-2">
        <SectionLink to="about" part={part} open={open('about')}>
          About the {kind}
        </SectionLink>
        {kind === 'course' && (
          <SectionLink to="examination" part={part} open={open('examination')}>
            Exam
          </SectionLink>
        )}
        <SectionLink to="publish" part={part}>
          Preview and publish
        </SectionLink>
      </div>
      {kind === 'course' && <Lectures part={part} plan={plan as unknown as CoursePlan} open={open} />}
    </nav>
  )
}

function Lectures({ part, plan, open }: { part: string; plan: CoursePlan; open: (part: string) => number }) {
  const { saver } = useDraft()
  const [, setSearch] = useSearchParams()
  const add = () => {
    const id = newId()
    const lecture = createBlankLecture(id)
    saver.change({ do: 'add', at: ['lectures'], item: lecture, after: plan.lectures.at(-1)?.id ?? null })
    setSearch({ part: `lecture-${id}` }, { state: JUST_ADDED_STATE })
  }
  return (
    <section aria-labelledby="lectures" className="rounded-card border border-line bg-surface p-2">
      <h2 id="lectures" className="px-3 pt-2 pb-1 text-base font-semibold">
        Lectures
      </h2>
      <ReorderableList
        label="Lectures"
        items={plan.lectures}
        nameOf={({ name }: LecturePlan) => name || 'Untitled lecture'}
        onMove={(id, after) => saver.change({ do: 'move', at: ['lectures', id], after })}
      >
        {({ id, name }) => (
          <SectionLink to={`lecture-${id}`} part={part} open={open(`lecture-${id}`)}>
            {name || 'Untitled'}
          </SectionLink>
        )}
      </ReorderableList>
      <Button variant="quiet" wide className="mt-2" onClick={add}>
        Add a lecture
      </Button>
    </section>
  )
}

type SectionLinkProps = { to: string; part: string; open?: number; children: ReactNode }

function SectionLink({ to, part, open = 0, children }: SectionLinkProps) {
  return (
    <Link
      to={`?part=${to}`}
      preventScrollReset
      aria-current={part === to ? 'page' : undefined}
      className="flex min-h-11 items-center justify-between gap-2 rounded-control px-3 py-1.5 text-sm text-pretty wrap-anywhere text-ink hover:bg-wash aria-[current]:bg-wash aria-[current]:font-semibold"
    >
      {children}
      {open > 0 && (
        <span className="rounded-full bg-sand px-2 text-xs font-semibold whitespace-nowrap">
          <span aria-hidden="true">{open}</span>
          <span className="sr-only">{pluralize(open, 'item')} to fix</span>
        </span>
      )}
    </Link>
  )
}

function createBlankLecture(id: string) {
  const files = { video: null, captions: null, poster: null }
  return {
    id,
    address: '',
    name: '',
    description: '',
    ...files,
    sample: false,
    sub_lectures: [],
    attachments: [],
    practice: [],
    law: { as_of: '', look_again_by: '', sources: [] },
  }
}
