import { counted } from '#shared/counted.ts'
import { inTenths } from '#shared/contact-hours.ts'

/** A page of a handout, read and filled in. */
const MINUTES_A_PAGE = 2
/** Of a Word document, read and filled in: it tells no pages. */
const WORDS_A_MINUTE = 100
const MINUTES_A_QUESTION = 1.5

export type Measured = { lectureSeconds: number; pages: number; words: number; questions: number }

/** Whole minutes that a course takes, part by part, as far as its files tell. */
export function studyMinutes({ lectureSeconds, pages, words, questions }: Measured) {
  const lectures = Math.round(lectureSeconds / 60)
  const handouts = Math.ceil(pages * MINUTES_A_PAGE + words / WORDS_A_MINUTE)
  const examination = Math.ceil(questions * MINUTES_A_QUESTION)
  return { lectures, handouts, examination, total: lectures + handouts + examination }
}

/** The same as a worksheet: what was counted, line by line, the hours that it comes to, and all of it as sentences to be kept. */
export function worksheet(measured: Measured) {
  const { lectureSeconds, pages, words, questions } = measured
  const minutes = studyMinutes(measured)
  const read = [
    ...(pages > 0 ? [`${counted(pages, 'page')} at ${MINUTES_A_PAGE} minutes`] : []),
    ...(words > 0 ? [`${counted(words, 'word')} at ${WORDS_A_MINUTE} a minute`] : []),
  ]
  const lines = [
    { says: `Videos, as they were measured: ${(lectureSeconds / 60).toFixed(1)} minutes`, minutes: minutes.lectures },
    { says: `Handouts, ${read.join(' and ') || 'none'}`, minutes: minutes.handouts },
    {
      says: `Examination, ${counted(questions, 'question')} at ${MINUTES_A_QUESTION} minutes`,
      minutes: minutes.examination,
    },
  ]
  const hours = inTenths(minutes.total / 60).toFixed(1)
  const sentences = lines.map((line) => `${line.says} (${line.minutes} min).`)
  const sum = `Together ${minutes.total} minutes; at 60 minutes an hour, rounded down to a tenth: ${hours} contact hours.`
  return { lines, total: minutes.total, hours, reasoning: [...sentences, sum].join('\n') }
}
