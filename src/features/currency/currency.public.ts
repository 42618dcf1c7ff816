export { countDueBy } from './due.queries.ts'
export { dueUntil } from './due.rules.ts'
