/** A score of exactly 80 passes an exam, even though the result page says 'more than 80%'. */
export const MIN_PASSING_PERCENT = 80
