/** Whether members must complete a course's lectures, and before which step. */
export const COMPLETION_RULES = ['none', 'lectures_before_exam', 'lectures_before_certificate'] as const

export type CompletionRule = (typeof COMPLETION_RULES)[number]

/**
 * Returns the rule that applies. If the author chose none, `chosen` is null. In that case, contact hours require all
 * lectures.
 */
export function resolveCompletionRule(chosen: CompletionRule | null, awardsHours: boolean): CompletionRule {
  return chosen ?? (awardsHours ? 'lectures_before_certificate' : 'none')
}
