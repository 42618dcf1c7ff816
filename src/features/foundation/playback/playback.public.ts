export { erasePositions, positionsOfMember } from './erasure.queries.ts'
