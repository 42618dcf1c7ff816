export { findApproval, saveApproval } from './approvals.queries.ts'
export { approvalOf, planOfApproval, writtenApproval } from './approvals.rules.ts'
