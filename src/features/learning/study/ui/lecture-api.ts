import { findEarnedCertificate } from '#features/credentials/certificates/ui/earned-certificate.tsx'
import { fetchOwnCertificates } from '#features/credentials/certificates/ui/fetch-own-certificates.ts'
import { fetchOwnNotes } from '#features/learning/notes/ui/lecture-notes.tsx'
import { chooseStart } from '#features/foundation/playback/ui/positions.ts'
import { call } from '#web/client/api.ts'
import type { EarlyHandle } from '#web/client/early-calls.ts'
import type { LectureDetail, readOwnedCourse, updateProgress, readOwnedLecture } from '../study.contract.ts'

type LectureKey = { slugOrPurchaseId: string; lectureSlug: string }

export type OpenedLecture = Awaited<ReturnType<typeof openLecture>>

/**
 * The lecture with its course, the resume position, the member's notes, and their certificate (issued, or earned but not
 * yet requested).
 */
export async function openLecture(key: LectureKey, { signal, at }: { signal: AbortSignal; at: number | undefined }) {
  const [course, lecture, owned, notes] = await Promise.all([
    call<typeof readOwnedCourse>('GET /Academy/api/take/course/:id/', {
      params: { id: key.slugOrPurchaseId },
      signal,
    }),
    readLecture(key, signal),
    fetchOwnCertificates(signal),
    fetchOwnNotes(key.slugOrPurchaseId, signal),
  ])
  const { videoId, position } = lecture
  const startAt = at ?? (videoId === null || position === null ? 0 : chooseStart(videoId, position))
  const certificateId = owned?.certificates.find(({ course_id: id }) => id === course.id)?.id
  return {
    course,
    lecture,
    startAt,
    certificateId,
    hasEarned: findEarnedCertificate(owned, course.id) !== undefined,
    notes,
  }
}

const EARLY_LECTURE = '/Academy/api/course/$2/lecture/$4/'

/** The requests that `openLecture` makes. */
export const LECTURE_HANDLE: EarlyHandle = {
  earlyCalls: [
    '/Academy/api/take/course/$2/',
    EARLY_LECTURE,
    '/Academy/api/account/certificates/',
    '/Academy/api/take/course/$2/notes/',
  ],
  earlyVideo: EARLY_LECTURE,
}

export function readLecture(key: LectureKey, signal?: AbortSignal): Promise<LectureDetail> {
  return call<typeof readOwnedLecture>('GET /Academy/api/course/:id1/lecture/:id2/', {
    params: toParams(key),
    ...(signal && { signal }),
  })
}

export async function completeLecture(key: LectureKey): Promise<number> {
  const reply = await call<typeof updateProgress>('POST /Academy/api/course/:id1/lecture/:id2/update/progress/', {
    params: toParams(key),
  })
  return reply.lectureProgress
}

function toParams({ slugOrPurchaseId, lectureSlug }: LectureKey) {
  return { id1: slugOrPurchaseId, id2: lectureSlug }
}
