import { earnedOf } from '#features/credentials/certificates/ui/earned-certificate.tsx'
import { ownCertificates } from '#features/credentials/certificates/ui/own-certificate.tsx'
import { ownNotes } from '#features/learning/notes/ui/lecture-notes.tsx'
import { placeToStart } from '#features/foundation/playback/ui/positions.ts'
import { call } from '#web/client/api.ts'
import type { LectureToWatch, takeCourse, updateProgress, watchLecture } from '../study.contract.ts'

/** A lecture among a member's own. */
type LectureKey = { slugOrPurchaseId: string; lectureSlug: string }

export type OpenedLecture = Awaited<ReturnType<typeof openLecture>>

/** The lecture in its course, where the member left it or is led to, the certificate that he has for the course or has earned, and his notes. */
export async function openLecture(key: LectureKey, { signal, at }: { signal: AbortSignal; at: number | undefined }) {
  const [course, lecture, owned, notes] = await Promise.all([
    call<typeof takeCourse>('GET /Academy/api/take/course/:id/', {
      params: { id: key.slugOrPurchaseId },
      signal,
    }),
    readLecture(key, signal),
    ownCertificates(signal),
    ownNotes(key.slugOrPurchaseId, signal),
  ])
  const startAt = at ?? (lecture.videoId === null ? 0 : await placeToStart(lecture.videoId, signal))
  const certificateId = owned?.certificates.find(({ course_id: id }) => id === course.id)?.id
  return { course, lecture, startAt, certificateId, hasEarned: earnedOf(owned, course.id) !== undefined, notes }
}

export function readLecture(key: LectureKey, signal?: AbortSignal): Promise<LectureToWatch> {
  return call<typeof watchLecture>('GET /Academy/api/course/:id1/lecture/:id2/', {
    params: paramsOf(key),
    ...(signal && { signal }),
  })
}

/** Completes the lecture; answers with the progress of its course. */
export async function completeLecture(key: LectureKey): Promise<number> {
  const reply = await call<typeof updateProgress>('POST /Academy/api/course/:id1/lecture/:id2/update/progress/', {
    params: paramsOf(key),
  })
  return reply.lectureProgress
}

function paramsOf({ slugOrPurchaseId, lectureSlug }: LectureKey) {
  return { id1: slugOrPurchaseId, id2: lectureSlug }
}
