import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Each hour: whether it is the hour of the academy's day at which members are reminded, and whom. */
export const remindMembers = job({ name: 'remind-members', data: z.strictObject({}) })

/** Somebody has begun a course and not gone on. */
export const sendStudyReminder = job({
  name: 'send-study-reminder',
  data: z.strictObject({ memberId: z.uuid(), courseId: z.uuid() }),
})
