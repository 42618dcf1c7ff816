/**
 * Asked before the first certificate for a course, in this order. Ratings are stored by position, so changing the
 * questions requires changing the storage.
 */
export const QUESTIONS = [
  'The course met its stated objectives.',
  'The lectures were clear and easy to follow.',
  'I can apply what I learned.',
  'The exam covered what the lectures taught.',
  'I would recommend this course to another nurse.',
] as const

/** The same for a course without an exam. */
export function getQuestions(hasExam: boolean): string[] {
  const questions: string[] = [...QUESTIONS]
  return hasExam ? questions : questions.with(3, 'The materials supported what the lectures taught.')
}

export const MIN_RATING = 1
export const MAX_RATING = 5

/** The attestation text, stored with its time. */
export const ATTESTATION = 'I completed this course and its examination myself.'

export function getAttestation(hasExam: boolean): string {
  return hasExam ? ATTESTATION : 'I completed this course myself.'
}
