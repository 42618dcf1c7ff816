import { recordingPlayed } from '#features/foundation/playback/playback.public.ts'
import type { Deps } from '#platform/deps.ts'
import { countPlayedLectures } from './study.service.ts'

export function studyJobs(deps: Deps): void {
  deps.jobs.handle(recordingPlayed, (played) => countPlayedLectures(deps, played))
}
