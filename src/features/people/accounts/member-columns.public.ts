export { hasPassword, roleColumn } from './accounts.queries.ts'
export { NO_PASSWORD } from './accounts.rules.ts'
