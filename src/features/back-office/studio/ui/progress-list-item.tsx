import { Link } from 'react-router'
import { PROGRESS_STATE_NAMES } from '#features/learning/progress/progress-states.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { pluralize } from '#shared/pluralize.ts'
import { Time } from '#web/shell/time.tsx'
import type { findProgress } from '../progress.contract.ts'

type ProgressRow = EndpointReply<typeof findProgress>['learners'][number]

type ProgressListItemProps = {
  row: ProgressRow
  /** Names the course, because a group has several. */
  isInGroup?: boolean
}

export function ProgressListItem({ row, isInGroup = false }: ProgressListItemProps) {
  const { member, course, since, has_access: hasAccess, last_seen: lastSeen } = row
  return (
    <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-x-6 gap-y-1">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          to={pageAddress('/Studio/People/:id', { id: member.id })}
          className="relative -my-2 block w-fit max-w-full py-2 font-semibold wrap-anywhere text-link hover:underline"
        >
          {member.name}
        </Link>
        <p className="text-sm wrap-anywhere text-muted">{member.email}</p>
        <p className="text-sm text-muted">
          {isInGroup ? 'Added' : 'Got access'} <Time at={since} />
          {!hasAccess && course && ', no access now'}
        </p>
      </div>
      <div className="min-w-0 text-sm text-muted sm:text-right">
        {isInGroup && course && <p className="text-pretty">{course.name}</p>}
        {course && <ProgressFigures {...row} />}
        <p>
          {lastSeen === null ? (
            'Not seen yet'
          ) : (
            <>
              Last seen <Time at={lastSeen} />
            </>
          )}
        </p>
      </div>
    </div>
  )
}

/** One of a member's courses, on the member's page. */
export function CourseProgress({ row }: { row: ProgressRow }) {
  const { course, since, has_access: hasAccess } = row
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          to={{ pathname: pageAddress('/Studio/Progress/'), search: `?course=${course?.id}` }}
          className="relative -my-2 block w-fit max-w-full py-2 font-medium wrap-anywhere text-link hover:underline"
        >
          {course?.name}
        </Link>
        <p className="text-sm text-muted">
          Got access <Time at={since} />
          {!hasAccess && ', no access now'}
        </p>
      </div>
      <div className="min-w-0 text-sm text-muted sm:text-right">
        <ProgressFigures {...row} />
      </div>
    </div>
  )
}

type ProgressFiguresProps = Pick<ProgressRow, 'state' | 'completed' | 'lectures' | 'percent' | 'best' | 'certificate'>

/** How far a learner is in a course. */
export function ProgressFigures({ state, completed, lectures, percent, best, certificate }: ProgressFiguresProps) {
  return (
    <>
      <p className="font-semibold text-ink">{PROGRESS_STATE_NAMES[state]}</p>
      <p>
        {completed} of {pluralize(lectures, 'lecture')}, {percent}%{best !== null && `; best exam score ${best}`}
      </p>
      {certificate && (
        <p>
          Certificate{' '}
          <Link
            to={pageAddress('/Certificate/:id', { id: certificate.id })}
            className="wrap-anywhere text-link underline underline-offset-4"
          >
            {certificate.id}
          </Link>
          {certificate.is_revoked && ', revoked'}
        </p>
      )}
    </>
  )
}
