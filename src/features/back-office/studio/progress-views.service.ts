import { getFullName } from '#features/back-office/member-search/member-search.public.ts'
import type { ProgressRow } from '#features/learning/progress/progress.public.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { getProgressPercent } from '#shared/progress-percent.ts'
import type { findProgress } from './progress.contract.ts'

export function toProgressView(row: ProgressRow): EndpointReply<typeof findProgress>['learners'][number] {
  const { id, memberId, username, email, courseId, course, completed, lectures, score, total } = row
  return {
    id,
    member: { id: memberId, name: getFullName(row) || username, email },
    course: courseId === null ? null : { id: courseId, name: course ?? '' },
    since: row.accessedAt.toISOString(),
    has_access: row.hasAccess,
    state: row.state,
    completed,
    lectures,
    percent: getProgressPercent(row),
    last_seen: row.lastSeenAt && row.lastSeenAt.toISOString(),
    best: score === null || total === null ? null : `${score} of ${total}`,
    certificate: row.certificate === null ? null : { id: row.certificate, is_revoked: row.isRevoked },
  }
}
