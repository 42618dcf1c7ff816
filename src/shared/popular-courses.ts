/** The courses that the specification names on the home page and in the footer. */
export const POPULAR_COURSES = [
  'Defense Medical Exam Training',
  'Defense Medical Exam Observation Practice',
  'Unethical Defense Medical Exam Challenges',
] as const
