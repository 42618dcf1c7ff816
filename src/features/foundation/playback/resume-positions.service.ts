import { findFileForMember, type Viewer } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { getPlayedThreshold } from '#shared/completion-threshold.ts'
import { formatClockTime } from '#shared/clock-time.ts'
import { recordingPlayed } from './playback.queues.ts'
import { findPosition, lockReports, upsertPosition } from './resume-positions.queries.ts'
import { isBeyondEnd, normalizePosition } from './playback.rules.ts'

type PlaybackDeps = Pick<Deps, 'db' | 'now'>

/** In seconds; `secondsAgo` is null if no position is stored. Throws (`not_found`). */
export async function getPosition(
  { db, now }: PlaybackDeps,
  member: Viewer,
  fileId: string,
): Promise<{ seconds: number; secondsAgo: number | null }> {
  await findRecording({ db, now }, member, fileId)
  const position = await findPosition(db, { memberId: member.id, fileId })
  if (!position) return { seconds: 0, secondsAgo: null }
  return {
    seconds: position.seconds,
    secondsAgo: Math.max(0, (now().getTime() - position.updatedAt.getTime()) / 1000),
  }
}

/** False if a newer position is already stored, which is kept. Throws (`not_found`, `invalid`). */
export async function updatePosition(
  { db, now, jobs }: PlaybackDeps & Pick<Deps, 'jobs'>,
  member: Viewer,
  { fileId, seconds, secondsAgo }: { fileId: string; seconds: number; secondsAgo: number },
): Promise<boolean> {
  const { length } = await findRecording({ db, now }, member, fileId)
  if (length !== null && isBeyondEnd({ seconds, length }))
    throw fieldErrors({ seconds: [`This recording is ${formatClockTime(length)} long. Enter an earlier time.`] })
  // Uses the elapsed time instead of the caller's clock, which may be wrong.
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
