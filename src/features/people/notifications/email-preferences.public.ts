export { hasUnsubscribed, listDeliveryChoices } from './email-preferences.queries.ts'
