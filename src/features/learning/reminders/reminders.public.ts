export { eraseReminders, selectMemberReminders } from './reminders.queries.ts'
export { renderStudyReminderEmail } from './reminder.email.ts'
export { countDue, skipPendingReminders } from './reminders.service.ts'
