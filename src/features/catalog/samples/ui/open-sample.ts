import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { playSample, readSample, Sample } from '../samples.contract.ts'

export type SampleMedia = EndpointReply<typeof playSample>

/** The free lecture and its media. Kept small, because the course page loads it before anyone presses Play. */
export function openSample(courseId: string): Promise<[Sample, SampleMedia]> {
  return Promise.all([
    call<typeof readSample>('GET /Academy/api/course/:id/sample/', { params: { id: courseId } }),
    fetchMedia(courseId),
  ])
}

/** Requests the media URLs again, which expire. */
export function fetchMedia(courseId: string): Promise<SampleMedia> {
  return call<typeof playSample>('POST /Academy/api/course/:id/sample/play/', { params: { id: courseId } })
}
