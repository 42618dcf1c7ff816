/** With fewer first attempts than this, statistics are meaningless. */
export const MIN_MEMBERS = 20

/** Below this share of correct answers, almost everyone misses the question. */
export const MISSED_BY_MOST_SHARE = 0.2

/** Up to this correlation, answering the question correctly says little about the rest of the score. */
export const WEAK_DISCRIMINATION = 0.1

/** More first attempts than this would take longer to read and hardly change the reliability. */
export const MAX_RELIABILITY_ATTEMPTS = 2000

/** How often an option was chosen in first attempts; `option` is -1 if the question was skipped. */
export type Tally = {
  option: number
  isRight: boolean
  members: number
  /**
   * For the members who chose this: the sum, and the sum of squares, of their shares of correct answers to the other
   * questions.
   */
  rest: number
  restSquares: number
}

/** First-attempt statistics of a question version. Shares range from 0 to 1. */
export type QuestionStats =
  | { isTooFew: true; members: number }
  | {
      isTooFew: false
      members: number
      shareRight: number
      /**
       * Undefined if all members answered this question correctly or none did, or if all have the same share of correct
       * answers to the other questions.
       */
      discrimination: number | undefined
      chosen: number[]
      leftOut: number
      /** The most frequently chosen wrong option; undefined if no one chose a wrong one. */
      attracts: { option: number; share: number } | undefined
    }

export function computeQuestionStats(
  tallies: readonly Tally[],
  { options, answerIndex }: { options: number; answerIndex: number },
): QuestionStats {
  const members = sum(tallies, (tally) => tally.members)
  if (members < MIN_MEMBERS) return { isTooFew: true, members }
  const shareOf = (option: number) => sum(ofOption(tallies, option), (tally) => tally.members) / members
  const chosen = Array.from({ length: options }, (_, option) => shareOf(option))
  const [first] = chosen
    .map((share, option) => ({ option, share }))
    .filter(({ option, share }) => share > 0 && !isRightOption(tallies, option, answerIndex))
    .toSorted((one, other) => other.share - one.share)
  return {
    isTooFew: false,
    members,
    shareRight: sum(right(tallies), (tally) => tally.members) / members,
    discrimination: computeDiscrimination(tallies),
    chosen,
    leftOut: shareOf(-1),
    attracts: first,
  }
}

/**
 * The point-biserial correlation between answering this question correctly and the rest of the score, from -1 to 1. The
 * rest excludes the question itself.
 */
function computeDiscrimination(tallies: readonly Tally[]): number | undefined {
  const members = sum(tallies, (tally) => tally.members)
  const hits = sum(right(tallies), (tally) => tally.members)
  const mean = sum(tallies, (tally) => tally.rest) / members
  const variance = sum(tallies, (tally) => tally.restSquares) / members - mean * mean
  // A variance this small is a rounding error: all shares are equal.
  if (hits === 0 || hits === members || variance < 1e-9) return undefined
  const meanOfRight = sum(right(tallies), (tally) => tally.rest) / hits
  const share = hits / members
  const correlation = ((meanOfRight - mean) / Math.sqrt(variance)) * Math.sqrt(share / (1 - share))
  return Math.min(1, Math.max(-1, correlation))
}

/**
 * For all answers, the sum of squared deviations; for all pairs of answers in one attempt, the sum of their products.
 * `asked` is the mean number of questions per attempt.
 */
export type ReliabilitySums = {
  members: number
  asked: number
  answers: number
  squares: number
  pairs: number
  products: number
}

export type Reliability =
  | { isTooFew: true; members: number }
  | {
      isTooFew: false
      members: number
      asked: number
      /** KR-20, up to 1, and the standard error of measurement in questions. Undefined if scores do not vary. */
      estimate: { kr20: number; sem: number } | undefined
    }

/**
 * KR-20 from the mean variance of a question and the mean covariance of two, so that attempts may ask different
 * questions (Cronbach, “Coefficient alpha and the internal structure of tests”, 1951). It equals the formula 20 of Kuder
 * and Richardson (1937) if all attempts ask the same ones.
 */
export function computeReliability({
  members,
  asked,
  answers,
  squares,
  pairs,
  products,
}: ReliabilitySums): Reliability {
  if (members < MIN_MEMBERS) return { isTooFew: true, members }
  const variance = squares / answers
  // Both deviations of a product leave out their own attempt, which makes it too large by this factor.
  const covariance = ((products / pairs) * (members - 1)) / members
  const perQuestion = variance + (asked - 1) * covariance
  // A variance this small is a rounding error; without pairs, it is not a number.
  if (!(perQuestion > 1e-9)) return { isTooFew: false, members, asked, estimate: undefined }
  const kr20 = Math.min(1, (asked * covariance) / perQuestion)
  return { isTooFew: false, members, asked, estimate: { kr20, sem: Math.sqrt(asked * perQuestion * (1 - kr20)) } }
}

/** After an answer key was corrected, more than one option counts as correct. */
function isRightOption(tallies: readonly Tally[], option: number, answerIndex: number): boolean {
  return option === answerIndex || ofOption(tallies, option).some(({ isRight, members }) => isRight && members > 0)
}

function ofOption(tallies: readonly Tally[], option: number): Tally[] {
  return tallies.filter((tally) => tally.option === option)
}

function right(tallies: readonly Tally[]): Tally[] {
  return tallies.filter(({ isRight }) => isRight)
}

function sum(tallies: readonly Tally[], of: (tally: Tally) => number): number {
  return tallies.reduce((total, tally) => total + of(tally), 0)
}
