import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Notifies one owner that the mail or payment settings changed. `replaced`: the settings that were in use before. */
export const notifyServiceChange = job({
  name: 'notify-service-change',
  data: z.strictObject({
    memberId: z.uuid(),
    kind: z.enum(['mail', 'cards']),
    replaced: z.uuid().nullable(),
    at: z.iso.datetime(),
    /** Null for the command line. */
    by: z.uuid().nullable(),
  }),
})

/** Deletes passwords and keys that were replaced long ago. */
export const cleanUpSettings = job({ name: 'clean-up-settings', data: z.strictObject({}) })
