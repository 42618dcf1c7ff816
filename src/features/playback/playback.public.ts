export { type Line, linesOf } from './transcript.rules.ts'
export { erasePositions, positionsOfMember } from './erasing.queries.ts'
