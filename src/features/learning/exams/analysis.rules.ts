/** Below so many first attempts figures say nothing. */
export const MIN_MEMBERS = 20

/** Fewer right answers than this share: almost everybody misses the question. */
export const MISSED_BY_MOST_SHARE = 0.2

/** Up to here an answer tells too little about who knows the rest. */
export const WEAK_DISCRIMINATION = 0.1

/** How often an option of a question was chosen in first attempts; `option` is -1 where the question was left out. */
export type Tally = {
  option: number
  isRight: boolean
  members: number
  /** Sum of the shares of the other questions that these members had right, and of its squares. */
  rest: number
  restSquares: number
}

/** What first attempts say of a version of a question. Shares are from 0 to 1. */
export type QuestionStats =
  | { isTooFew: true; members: number }
  | {
      isTooFew: false
      members: number
      shareRight: number
      /** Undefined where everybody answered alike, or had the same share of the others right. */
      discrimination: number | undefined
      /** The share that chose each option, in their order. */
      chosen: number[]
      leftOut: number
      /** The wrong option that most have chosen; undefined where nobody chose one. */
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
 * How strongly answering the question right goes with answering the others right: the correlation of the two over all members, from -1 to 1 (the point-
 * biserial correlation with the rest of the score, so that a question is not compared with itself).
 */
function computeDiscrimination(tallies: readonly Tally[]): number | undefined {
  const members = sum(tallies, (tally) => tally.members)
  const hits = sum(right(tallies), (tally) => tally.members)
  const mean = sum(tallies, (tally) => tally.rest) / members
  const variance = sum(tallies, (tally) => tally.restSquares) / members - mean * mean
  // What is left of a difference of sums that are the same.
  if (hits === 0 || hits === members || variance < 1e-9) return undefined
  const meanOfRight = sum(right(tallies), (tally) => tally.rest) / hits
  const share = hits / members
  const correlation = ((meanOfRight - mean) / Math.sqrt(variance)) * Math.sqrt(share / (1 - share))
  return Math.min(1, Math.max(-1, correlation))
}

/** A key that was corrected makes a further option right. */
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
