import type { Mistake } from './question-files.contract.ts'

/** Where something stands. */
export type Place = Pick<Mistake, 'file' | 'line'>

/** A question as a file has it, right or wrong. */
export type WrittenQuestion = {
  at: Place
  question: string
  options: { text: string; at: Place }[]
  /** Counts the options from 0. */
  answer: number
  rationale: string
}

/** What stands in a file, and what is no question there. */
export type Written = { questions: WrittenQuestion[]; mistakes: Mistake[] }

export const MOST_QUESTIONS = 1_000

export const TOO_MANY = `This file has more than ${MOST_QUESTIONS} questions: divide them among several files.`

export const NOWHERE: Place = { file: null, line: null }

export function onlyMistake(message: string, at: Place = NOWHERE): Written {
  return { questions: [], mistakes: [{ ...at, message }] }
}

/** Words of a text that came from elsewhere, told shortly. */
export function told(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 40 ? `${line.slice(0, 40)}…` : line
}

/** The number of the line on which a place of a text stands. */
export function lineCounter(text: string): (place: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (place) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < place) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
