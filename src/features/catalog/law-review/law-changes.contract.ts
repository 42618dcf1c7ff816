import { z } from 'zod'

export { MAX_TEXT_LENGTH } from './law-changes.rules.ts'

// These endpoints notify members who have a course about its changed lectures.

/** A change of a lecture. Learners also see it below the lecture. */
export const LawChange = z.object({
  day: z.iso.date().describe("In the academy's time zone."),
  kind: z.enum(['new', 'changed']),
  what: z.string(),
  why: z.string().describe('Empty if no reason was given.'),
})

export type LawChange = z.infer<typeof LawChange>
