import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { playSample, readSample, Sample } from '../samples.contract.ts'

export type SampleMedia = EndpointReply<typeof playSample>

/**
 * Loads the free lecture and its media. This file is small, because the course page loads it before anyone clicks Play.
 */
export function openSample(courseId: string): Promise<[Sample, SampleMedia]> {
  return Promise.all([
    call<typeof readSample>('GET /Academy/api/course/:id/sample/', { params: { id: courseId } }),
    fetchMedia(courseId),
  ])
}

/** Requests new media URLs, because the previous ones expire. */
export function fetchMedia(courseId: string): Promise<SampleMedia> {
  return call<typeof playSample>('POST /Academy/api/course/:id/sample/play/', { params: { id: courseId } })
}
