export { eraseReminders, selectMemberReminders } from './reminders.queries.ts'
export { skipPendingReminders } from './reminders.service.ts'
