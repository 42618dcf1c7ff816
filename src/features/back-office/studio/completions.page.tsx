import { pluralize } from '#shared/pluralize.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import type { Route } from './+types/completions.page.ts'
import type { listCoursesWithEvaluations, readEvaluations } from './completions.contract.ts'
import { completionActions, CompletionsFile } from './ui/completions-file.tsx'
import { FilterSelect } from './ui/filter-select.tsx'
import { useListAddress } from './ui/list-address.ts'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

type EvaluatedCourses = EndpointReply<typeof listCoursesWithEvaluations>
type Summary = EndpointReply<typeof readEvaluations>

export const handle: StudioHandle = { title: 'Completions' }
export const meta = studioMeta

export const clientLoader = studioLoader(async ({ request: { url, signal } }: Route.ClientLoaderArgs) => {
  const { course, after } = parseFilters('evaluations', new URL(url).searchParams)
  const evaluated = await call<typeof listCoursesWithEvaluations>('GET /Academy/api/studio/evaluations/', { signal })
  const byEvaluations = evaluated.courses.toSorted((one, other) => other.evaluations - one.evaluations)
  const id = (byEvaluations.find((each) => each.id === course) ?? byEvaluations[0])?.id
  if (id === undefined) return { evaluated, shown: undefined }
  const from = Number(after ?? 0)
  const params = { id, from: String(from) }
  const summary = await call<typeof readEvaluations>('GET /Academy/api/studio/evaluations/:id/:from/', {
    params,
    signal,
  })
  return { evaluated, shown: { id, from, summary } }
})

export const clientAction = defineActions(completionActions)

export default function CompletionsPage({ loaderData }: Route.ComponentProps) {
  const { evaluated, shown } = getView(loaderData)
  return (
    <div className="flex flex-col gap-12">
      {shown ? <Evaluations courses={evaluated.courses} {...shown} /> : <p className="text-muted">No courses yet.</p>}
      {evaluated.may_export && <CompletionsFile courses={evaluated.courses} />}
    </div>
  )
}

type EvaluationsProps = { courses: EvaluatedCourses['courses']; id: string; from: number; summary: Summary }

function Evaluations({ courses, id, from, summary }: EvaluationsProps) {
  const address = useListAddress('evaluations')
  const texts = summary.words.map((words, at) => ({ words, place: String(from + at) }))
  return (
    <section aria-labelledby="evaluations">
      <h2 id="evaluations" className="mb-4 text-xl">
        What learners said
      </h2>
      <ListPage
        address={address}
        filters={
          <FilterSelect
            label="Course"
            value={courses.find((course) => course.id === address.filters.course)?.id ?? id}
            options={courses.map((course) => ({ value: course.id, label: `${course.name} (${course.evaluations})` }))}
            onChange={(course) => address.change({ course })}
          />
        }
        items={texts}
        keyOf={({ place }) => place}
        row={({ words }) => <span className="block max-w-text whitespace-pre-line wrap-anywhere">{words}</span>}
        count="Comments, newest first"
        empty={{
          title: summary.members === 0 ? 'No evaluations yet' : 'No comments yet',
        }}
        next={summary.is_more ? String(from + texts.length) : null}
      >
        {summary.members > 0 && (
          <div className="mb-8">
            <p className="mb-4 text-sm text-muted">{pluralize(summary.members, 'evaluation')}</p>
            <Ratings questions={summary.questions} />
          </div>
        )}
      </ListPage>
    </section>
  )
}

function Ratings({ questions }: Pick<Summary, 'questions'>) {
  return (
    <div
      className="overflow-x-auto rounded-card border border-line bg-surface"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- On a phone it scrolls, by keys, too.
      tabIndex={0}
      role="region"
      aria-label="Ratings"
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" className="px-3 py-3 font-semibold sm:px-5">
              1 (not at all) to 5 (completely)
            </th>
            <th scope="col" className="px-1.5 py-3 text-right font-semibold sm:px-3">
              {' '}
              Average{' '}
            </th>
            {[1, 2, 3, 4, 5].map((rating) => (
              <th key={rating} scope="col" className="px-1.5 py-3 text-right last:pr-3 font-semibold sm:px-3">
                {rating}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {questions.map(({ question, mean, counts }) => (
            <tr key={question} className="border-t border-line">
              <th scope="row" className="px-3 py-3 text-left font-normal sm:min-w-48 sm:px-5">
                {question}
              </th>
              <td className="money px-1.5 py-3 text-right font-semibold sm:px-3">
                {mean === null ? '–' : mean.toFixed(2)}
              </td>
              {counts.map((many, at) => (
                <td key={`${at + 1}`} className="money px-1.5 py-3 text-right last:pr-3 sm:px-3">
                  {many}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
