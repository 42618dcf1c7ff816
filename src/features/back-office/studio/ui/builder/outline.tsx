import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CoursePlan, LecturePlan } from '#features/catalog/courses/course-model.contract.ts'
import { pluralize } from '#shared/pluralize.ts'
import { Button } from '#web/ui/button.tsx'
import { ReorderableList } from '../ordered-list.tsx'
import { useDraft } from './draft-context.tsx'
import { getBuilderSection } from './plan-paths.ts'
import { useAddLecture } from './use-add-lecture.ts'

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
  const addLecture = useAddLecture()
  return (
    <section aria-labelledby="lectures" className="rounded-card border border-line bg-surface p-2">
      <div className="flex items-center justify-between gap-2 px-3 pt-2 pb-1">
        <h2 id="lectures" className="text-base font-semibold">
          Lectures
        </h2>
        <OpenItems count={open('lectures')} />
      </div>
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
      <Button variant="quiet" wide className="mt-2" onClick={addLecture}>
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
      <OpenItems count={open} />
    </Link>
  )
}

function OpenItems({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="rounded-full bg-sand px-2 text-xs font-semibold whitespace-nowrap">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{pluralize(count, 'item')} to fix</span>
    </span>
  )
}
