import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { isReminderDays, MAX_REMINDER_DAYS } from '#shared/site-limits.ts'

export const countDueReminders = endpoint({
  method: 'GET',
  url: '/Academy/api/studio/site/reminders/:days/',
  access: { may: 'see site settings' },
  summary: 'Count the members who would get a study reminder today',
  description:
    'If reminders were sent after this many days without study, whatever the current setting. Sends nothing.',
  params: z.strictObject({
    days: z.string().refine(isReminderDays, `Please enter a whole number from 1 to ${MAX_REMINDER_DAYS}.`),
  }),
  reply: z.object({ members: z.int() }),
  example: { params: { days: '7' }, reply: { members: 12 } },
})
