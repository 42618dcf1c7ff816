export { eraseReminders, remindersOfMember } from './reminders.queries.ts'
export { countAsReminded } from './reminders.service.ts'
