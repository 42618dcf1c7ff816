import { parseMoment } from '#features/foundation/playback/ui/moment.ts'
import { getStartPosition } from '#features/foundation/playback/ui/positions.ts'
import { call } from '#web/client/api.ts'
import type { PodcastDetail, readPodcast as endpoint } from '../podcasts.contract.ts'

/** Loads the podcast. It starts at the requested time or, if there is none, where the member stopped. */
export async function openPodcast(id: string, { url, signal }: Pick<Request, 'url' | 'signal'>) {
  const podcast = await readPodcast(id, signal)
  const { podcast_media_id: fileId } = podcast
  const asked = parseMoment(new URL(url).search)
  return { ...podcast, startAt: asked ?? (fileId === null ? 0 : await getStartPosition(fileId, signal)) }
}

export function readPodcast(id: string, signal?: AbortSignal): Promise<PodcastDetail> {
  return call<typeof endpoint>('GET /Academy/api/podcast/:id/', { params: { id }, ...(signal && { signal }) })
}
