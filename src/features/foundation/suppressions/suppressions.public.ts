export { eraseSuppressions, selectMemberSuppressions } from './erasure.queries.ts'
export {
  canReceiveOptionalEmail,
  deleteBounce,
  deleteComplaint,
  mayReceiveOptionalEmail,
} from './suppressions.queries.ts'
export { clearBounce, type EmailProblem, findEmailProblem } from './suppressions.service.ts'
