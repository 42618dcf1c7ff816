export { recordingPlayed } from './playback.queues.ts'
export { erasePositions, selectMemberPositions } from './erasure.queries.ts'
export { getStoredPosition } from './resume-positions.service.ts'
