export { findApproval, saveApproval } from './approvals.queries.ts'
export { toApproval, toApprovalPlan, toApprovalFile } from './approvals.rules.ts'
