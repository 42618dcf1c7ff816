import { z } from 'zod'
import { job } from '#shared/job.ts'

export const remindMembers = job({ name: 'remind-members', data: z.strictObject({}) })

/** Reminds a member who started a course and has not continued. */
export const sendStudyReminder = job({
  name: 'send-study-reminder',
  data: z.strictObject({ memberId: z.uuid(), courseId: z.uuid() }),
})
