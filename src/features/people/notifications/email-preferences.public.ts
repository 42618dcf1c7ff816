export { hasUnsubscribed } from './notifications.queries.ts'
