/** Whether members must complete a course's lectures, and before which step. */
export const COMPLETION_RULES = ['none', 'lectures_before_exam', 'lectures_before_certificate'] as const

export type CompletionRule = (typeof COMPLETION_RULES)[number]
