export { erasePositions, positionsOfMember } from './erasing.queries.ts'
