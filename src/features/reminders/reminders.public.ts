export { eraseReminders, remindersOfMember } from './reminders.queries.ts'
