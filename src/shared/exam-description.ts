export type ExamDescription = {
  asked: number
  /** Of so many they were drawn; null before there were papers, when all were asked. */
  bank: number | null
  /** So many percent of the answers had to be right. */
  needed: number
  /** Of the paper that passed, or of the try. */
  number: number
}

/** How a certificate was examined, a line each; never with what score. */
export function describeExam({ asked, bank, needed, number }: ExamDescription): [string, string, string] {
  const questions =
    bank !== null && bank > asked ? `${asked} of ${bank} questions drawn` : `All ${asked} questions asked`
  return [
    questions,
    `${needed}% needed`,
    `passed ${bank === null ? 'at' : 'on'} the ${formatOrdinal(number)} ${bank === null ? 'try' : 'paper'}`,
  ]
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** 1: 'first', 21: '21st' */
function formatOrdinal(number: number): string {
  const word = ORDINALS[number - 1]
  if (word !== undefined) return word
  const isTeen = Math.floor((number % 100) / 10) === 1
  return `${number}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`
}
