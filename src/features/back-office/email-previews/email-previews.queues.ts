import { z } from 'zod'
import { EmailName } from '#features/foundation/email-texts/email-texts.contract.ts'
import { job } from '#shared/job.ts'

/** Sends an owner an email with the text that they typed, saved or not. */
export const sendSampleEmail = job({
  name: 'send-sample-email',
  data: z.strictObject({
    memberId: z.uuid(),
    name: EmailName,
    subject: z.string(),
    opening: z.string(),
  }),
})
