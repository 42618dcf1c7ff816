import { placeToStart } from '#features/playback/ui/positions.ts'
import { call } from '#web/client/api.ts'
import type { LectureToWatch, takeCourse, updateProgress, watchLecture } from '../learning.contract.ts'

type Place = { id1: string; id2: string }

export type OpenedLecture = Awaited<ReturnType<typeof openLecture>>

/** The lecture in its course, and where the member left it. */
export async function openLecture(place: Place, signal: AbortSignal) {
  const [course, lecture] = await Promise.all([
    call<typeof takeCourse>('GET /Academy/api/take/course/:id/', { params: { id: place.id1 }, signal }),
    readLecture(place, signal),
  ])
  const startAt = lecture.videoId === null ? 0 : await placeToStart(lecture.videoId, signal)
  return { course, lecture, startAt }
}

export function readLecture(params: Place, signal?: AbortSignal): Promise<LectureToWatch> {
  return call<typeof watchLecture>('GET /Academy/api/course/:id1/lecture/:id2/', { params, ...(signal && { signal }) })
}

/** Completes the lecture; answers with the progress of its course. */
export async function completeLecture(params: Place): Promise<number> {
  const reply = await call<typeof updateProgress>('POST /Academy/api/course/:id1/lecture/:id2/update/progress/', {
    params,
  })
  return reply.lectureProgress
}
