export { currentOrInvitedRole, hasPassword, needsFirstLink } from './accounts.queries.ts'
export { NO_PASSWORD } from './accounts.rules.ts'
