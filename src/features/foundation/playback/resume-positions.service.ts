import { findFileForMember, type Viewer } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { getPlayedThreshold } from '#shared/completion-threshold.ts'
import { formatClockTime } from '#shared/clock-time.ts'
import type { Position } from './playback.contract.ts'
import { recordingPlayed } from './playback.queues.ts'
import { findPosition, lockReports, upsertPosition } from './resume-positions.queries.ts'
import { isBeyondEnd, normalizePosition } from './playback.rules.ts'

type PlaybackDeps = Pick<Deps, 'db' | 'now'>

/** Returns the stored position, or zero if there is none. Throws `not_found`. */
export async function getPosition(deps: PlaybackDeps, member: Viewer, fileId: string): Promise<Position> {
  await findRecording(deps, member, fileId)
  return getStoredPosition(deps, member.id, fileId)
}

/** Like `getPosition`, for a recording that the caller knows the member may play. */
export async function getStoredPosition(
  { db, now }: PlaybackDeps,
  memberId: string,
  fileId: string,
): Promise<Position> {
  const position = await findPosition(db, { memberId, fileId })
  if (!position) return { seconds: 0, seconds_ago: null }
  const { seconds, updatedAt } = position
  return { seconds, seconds_ago: Math.max(0, (now().getTime() - updatedAt.getTime()) / 1000) }
}

/**
 * Stores a position. If the stored position is newer, keeps that one and returns false. Throws `not_found` or
 * `invalid`.
 */
export async function updatePosition(
  { db, now, jobs }: PlaybackDeps & Pick<Deps, 'jobs'>,
  member: Viewer,
  { fileId, seconds: reported, secondsAgo }: { fileId: string; seconds: number; secondsAgo: number },
): Promise<boolean> {
  // PostgreSQL rejects a number that is too close to zero for its type.
  const seconds = Math.round(reported * 1000) / 1000
  const { length } = await findRecording({ db, now }, member, fileId)
  if (length !== null && isBeyondEnd({ seconds, length }))
    throw fieldErrors({ seconds: [`This recording is ${formatClockTime(length)} long. Enter an earlier time.`] })
  // The caller sends the elapsed time instead of a time of day, because its clock may be wrong.
  const reportedAt = now()
  const updatedAt = new Date(reportedAt.getTime() - secondsAgo * 1000)
  const normalized = normalizePosition({ seconds, length })
  const whose = { memberId: member.id, fileId }
  const threshold = length === null ? Infinity : getPlayedThreshold(length)
  return db.transaction(async (tx) => {
    const { reachedSeconds: before, lastReportAt } = await lockReports(tx, whose)
    const reached = await upsertPosition(tx, {
      ...whose,
      seconds: normalized,
      playedTo: seconds,
      updatedAt,
      reportedAt,
      lastReportAt,
    })
    if (reached === undefined) return false
    if (before < threshold && reached >= threshold) await jobs.enqueue(tx, recordingPlayed, whose)
    return true
  })
}

async function findRecording(
  { db, now }: PlaybackDeps,
  { id: memberId, sessionId }: Viewer,
  fileId: string,
): Promise<{ length: number | null }> {
  const file = await findFileForMember(db, { fileId, memberId, sessionId, now: now() })
  if (!file || !/^(?:video|audio)\//.test(file.contentType)) throw new AppError('not_found', 'Recording not found.')
  return { length: file.seconds }
}
