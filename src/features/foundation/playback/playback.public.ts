export { recordingPlayed } from './playback.queues.ts'
export { erasePositions, selectMemberPositions } from './erasure.queries.ts'
export { readPosition } from './resume-positions.service.ts'
