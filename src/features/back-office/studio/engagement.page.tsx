import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import { defineActions } from '#web/client/actions.ts'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/engagement.page.ts'
import type { readEngagement } from './engagement.contract.ts'
import { writeMessageActions } from './ui/message-actions.ts'
import { WriteMessage } from './ui/write-message.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

type Engagement = EndpointReply<typeof readEngagement>
type Lecture = Engagement['lectures'][number]

const TITLE = 'Where learners stop'
const FEW = 'Fewer than 5'
/** No one plays a text, and minutes of few learners aren't shown. */
const NOT_MEASURED = '–'
const COLUMNS = ['Started', 'Reached half', 'Finished', 'Went back', 'Minutes watched'] as const

export const handle: StudioHandle = { title: TITLE }
export const meta = studioMeta

export const clientLoader = studioLoader(({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readEngagement>('GET /Academy/api/studio/products/:id/engagement/', { params: { id }, signal }),
)

export const clientAction = defineActions(writeMessageActions)

export default function EngagementPage({ loaderData }: Route.ComponentProps) {
  const { course, lectures, biggest_drop: drop } = getView(loaderData)
  const max = Math.max(0, ...lectures.map(({ started }) => started ?? 0))
  return (
    <>
      <BackLink to={pageAddress('/Studio/Catalogue/:id', { id: course.id })}>{course.name}</BackLink>
      <BiggestDrop lectures={lectures} drop={drop} />
      <p className="mb-4 max-w-text text-sm text-pretty text-muted">
        Each bar shows who started a lecture, and its green part who finished it. A text is started when it is opened.
        Numbers are rounded down to multiples of 5, so they never show what a single learner did.
      </p>
      <div
        className="overflow-x-auto rounded-card border border-line bg-surface"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- On a phone it scrolls, by keys, too.
        tabIndex={0}
        role="region"
        aria-label={TITLE}
      >
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left text-muted">
              <th scope="col" className="px-3 py-3 font-semibold sm:px-5">
                Lecture
              </th>
              {COLUMNS.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="px-2 py-3 text-right align-bottom font-semibold last:pr-3 sm:px-3"
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lectures.map((lecture) => (
              <LectureRow
                key={lecture.id}
                courseId={course.id}
                lecture={lecture}
                max={max}
                isDrop={lecture.id === drop?.after}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function BiggestDrop({ lectures, drop }: { lectures: readonly Lecture[]; drop: Engagement['biggest_drop'] }) {
  if (!drop) return null
  const { before, left, next } = drop
  const name = lectures.find(({ id }) => id === drop.after)?.name
  const rest = (left ?? 'fewer than 5').toString()
  return (
    <p className="mb-2 max-w-text text-pretty wrap-anywhere">
      <strong>Biggest drop:</strong> {before} learners started “{name},” and {rest}{' '}
      {next === null ? 'finished it.' : `started “${next}.”`}
    </p>
  )
}

type LectureRowProps = { courseId: string; lecture: Lecture; max: number; isDrop: boolean }

function LectureRow({ courseId, lecture, max, isDrop }: LectureRowProps) {
  const { id, name, kind, seconds, started, half, finished, rewound, minutes } = lecture
  const isText = kind === 'text'
  const share = (learners: number | null, of: number) => ({ width: `${(100 * (learners ?? 0)) / of}%` })
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="min-w-44 px-3 py-3 text-left font-normal wrap-anywhere sm:w-2/5 sm:px-5">
        {name}
        {started !== null && (
          <span aria-hidden="true" className="mt-1.5 block h-3 rounded-full bg-wash">
            <span className="ground-sign block h-3 overflow-hidden rounded-full bg-edge" style={share(started, max)}>
              <span className="block h-3 bg-study" style={share(finished, started)} />
            </span>
          </span>
        )}
        {started !== null && (
          <span className="-ml-3 block">
            <WriteMessage
              variant="link"
              to="lecture"
              id={courseId}
              lecture={id}
              of={`to learners who stopped at ${name}`}
            />
          </span>
        )}
        {isDrop && <span className="mt-1 block font-semibold text-danger">Biggest drop</span>}
      </th>
      {started === null ? (
        <td colSpan={COLUMNS.length} className="px-2 py-3 text-muted sm:px-3">
          Shown once 5 learners have started.
        </td>
      ) : (
        <>
          {[started, half, finished, rewound].map((learners, at) => (
            <td key={COLUMNS[at]} className="money px-2 py-3 text-right sm:px-3">
              {isText && at % 2 === 1 ? NOT_MEASURED : (learners ?? FEW)}
            </td>
          ))}
          <td className="money px-2 py-3 pr-3 text-right sm:px-3">
            {minutes ?? NOT_MEASURED}
            {minutes !== null && seconds !== null && ` of ${Math.max(1, Math.round(seconds / 60))}`}
          </td>
        </>
      )}
    </tr>
  )
}
