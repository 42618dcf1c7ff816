import { z } from 'zod'

export { MAX_TEXT_LENGTH } from './law-changes.rules.ts'

// Notifications to a course's owners about its lectures.

/** Shown to learners below the lecture. */
export const LawChange = z.object({
  day: z.iso.date().describe('In the time zone of the academy.'),
  kind: z.enum(['new', 'changed']),
  what: z.string(),
  why: z.string().describe('Empty where nobody gave a reason.'),
})

export type LawChange = z.infer<typeof LawChange>
