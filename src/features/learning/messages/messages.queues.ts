import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Starts sending a scheduled message, unless it was canceled or scheduled for another time. */
export const startMessage = job({
  name: 'start-message',
  data: z.strictObject({ messageId: z.uuid(), sendAt: z.iso.datetime() }),
})

/** Sends a message to one recipient. It has its own queue, so that receipts and certificates don't wait behind it. */
export const sendMessage = job({
  name: 'send-message',
  /** `isLarge`: whether the sender needed the permission for many recipients. */
  data: z.strictObject({
    messageId: z.uuid(),
    memberId: z.uuid(),
    askedBy: z.uuid().nullable(),
    isLarge: z.boolean(),
  }),
})

/** Sends a staff member the text that they typed, saved or not. */
export const sendTestMessage = job({
  name: 'send-test-message',
  data: z.strictObject({ memberId: z.uuid(), messageId: z.uuid(), subject: z.string(), body: z.string() }),
})

/** Runs every night. Deletes old lists of recipients, and ends messages whose last emails failed. */
export const cleanUpMessages = job({ name: 'clean-up-messages', data: z.strictObject({}) })
