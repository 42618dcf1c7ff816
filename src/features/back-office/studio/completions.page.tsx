import { useState } from 'react'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/completions.page.ts'
import type { listCoursesWithEvaluations, readEvaluations } from './completions.contract.ts'
import { FilterSelect } from './ui/filter-select.tsx'
import { CompletionsFile } from './ui/completions-file.tsx'
import { ShowMore } from './ui/show-more.tsx'
import { StudioLoadError, StudioLayout, StudioLoading } from './ui/studio-frame.tsx'
import { useAction } from './ui/use-action.tsx'

type EvaluatedCourses = EndpointReply<typeof listCoursesWithEvaluations>
type Summary = EndpointReply<typeof readEvaluations>

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Completions', isPersonal: true })

const read = (id: string, from: number, signal?: AbortSignal) =>
  call<typeof readEvaluations>('GET /Academy/api/studio/evaluations/:id/:from/', {
    params: { id, from: String(from) },
    ...(signal && { signal }),
  })

export const clientLoader = memberLoader(
  async ({ request: { signal } }: Route.ClientLoaderArgs) => {
    const evaluated = await call<typeof listCoursesWithEvaluations>('GET /Academy/api/studio/evaluations/', { signal })
    const first = evaluated.courses.toSorted((one, other) => other.evaluations - one.evaluations)[0]
    return { evaluated, first: first && { id: first.id, summary: await read(first.id, 0, signal) } }
  },
  { reasons: ['missing'] },
)

export function HydrateFallback() {
  return <StudioLoading title="Completions" />
}

export default function CompletionsPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioLoadError title="Completions" />}>
      {({ evaluated, first }) => (
        <StudioLayout title="Completions">
          <div className="flex flex-col gap-12">
            {first ? (
              <Evaluations courses={evaluated.courses} first={first} />
            ) : (
              <p className="text-muted">There are no courses yet.</p>
            )}
            {evaluated.may_export && <CompletionsFile courses={evaluated.courses} />}
          </div>
        </StudioLayout>
      )}
    </LoadedPage>
  )
}

type EvaluationsProps = { courses: EvaluatedCourses['courses']; first: { id: string; summary: Summary } }

function Evaluations({ courses, first }: EvaluationsProps) {
  const [id, setId] = useState(first.id)
  const [summary, setSummary] = useState(first.summary)
  const { isBusy, outcome, run } = useAction()
  const choose = (wanted: string) =>
    run(async () => {
      setSummary(await read(wanted, 0))
      setId(wanted)
      return undefined
    })
  const more = () =>
    run(async () => {
      const next = await read(id, summary.words.length)
      setSummary({ ...next, words: [...summary.words, ...next.words] })
      return undefined
    })
  const options = courses.map((course) => ({ value: course.id, label: `${course.name} (${course.evaluations})` }))
  return (
    <section aria-labelledby="evaluations">
      <h2 id="evaluations" className="mb-4 text-xl">
        What learners said
      </h2>
      <div className="mb-6 max-w-md">
        <FilterSelect label="Course" value={id} options={options} onChange={(value) => void choose(value)} />
      </div>
      {outcome}
      <p role="status" className="mb-4 text-sm text-muted">
        {summary.members === 0
          ? 'Nobody has evaluated this course yet.'
          : `${pluralize(summary.members, 'evaluation')}`}
      </p>
      {summary.members > 0 && <Ratings questions={summary.questions} />}
      {summary.words.length > 0 && (
        <>
          <h3 className="mt-8 mb-3 text-lg">In their words</h3>
          <ul className="flex flex-col gap-3">
            {summary.words.map((words, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- They have no name, and keep their order.
              <li
                key={at}
                className="max-w-text rounded-card border border-line bg-surface px-5 py-3 whitespace-pre-line wrap-anywhere"
              >
                {words}
              </li>
            ))}
          </ul>
        </>
      )}
      {summary.is_more && <ShowMore busy={isBusy} onMore={more} />}
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
              From 1, not at all, to 5, completely
            </th>
            <th scope="col" className="px-1.5 py-3 text-right font-semibold sm:px-3">
              Mean
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
