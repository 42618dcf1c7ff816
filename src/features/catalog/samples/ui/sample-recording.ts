import type { Recording } from '#features/foundation/playback/ui/player.tsx'
import { call } from '#web/client/api.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { playSample, Sample } from '../samples.contract.ts'

type SampleMedia = EndpointReply<typeof playSample>

/** The media URLs, which expire. */
export function fetchMedia(courseId: string): Promise<SampleMedia> {
  return call<typeof playSample>('POST /Academy/api/course/:id/sample/play/', { params: { id: courseId } })
}

export function toRecording(sample: Sample, { videoURL, captionsURL }: SampleMedia): Recording {
  return {
    kind: 'video',
    fileId: null,
    title: sample.lecture_name,
    url: videoURL,
    captionsUrl: captionsURL,
    posterUrl: sample.posterURL,
    album: sample.course_name,
    coverUrl: sample.imageURL,
    startAt: 0,
  }
}
