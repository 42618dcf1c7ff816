import { z } from 'zod'

export { MAX_TEXT_LENGTH } from './law-changes.rules.ts'

// Notifications about changed lectures to the members who have the course.

/** Also shown to learners below the lecture. */
export const LawChange = z.object({
  day: z.iso.date().describe("In the academy's time zone."),
  kind: z.enum(['new', 'changed']),
  what: z.string(),
  why: z.string().describe('Empty if no reason was given.'),
})

export type LawChange = z.infer<typeof LawChange>
