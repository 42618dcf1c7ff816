/** Exactly 80 passes an exam, whatever the result page's wording ('more than 80%') says. */
export const MIN_PASSING_PERCENT = 80
