export { eraseSuppressions, selectMemberSuppressions } from './erasure.queries.ts'
export { canReceiveOptionalEmail, deleteBounce, mayReceiveOptionalEmail } from './suppressions.queries.ts'
