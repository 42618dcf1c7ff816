export { findApproval, saveApproval } from './approvals.queries.ts'
export { toApproval, toApprovalPlan } from './approvals.rules.ts'
