export { eraseReminders, selectMemberReminders } from './reminders.queries.ts'
export { countDue, skipPendingReminders } from './reminders.service.ts'
