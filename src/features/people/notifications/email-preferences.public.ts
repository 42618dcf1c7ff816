export { hasUnsubscribed } from './email-preferences.queries.ts'
