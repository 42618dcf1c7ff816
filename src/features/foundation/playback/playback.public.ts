export { erasePositions, selectMemberPositions } from './erasure.queries.ts'
