export { hasLeft } from './notifications.queries.ts'
