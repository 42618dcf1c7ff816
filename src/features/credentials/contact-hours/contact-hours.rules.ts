import { pluralize } from '#shared/pluralize.ts'
import { roundDownToTenth } from '#shared/contact-hours.ts'

/** The time for reading and filling in a page of a handout. */
const MINUTES_PER_PAGE = 2
/** For Word documents, which have no page count: how many words a learner reads and fills in per minute. */
const WORDS_PER_MINUTE = 100
const MINUTES_PER_QUESTION = 1.5

export type StudyTimeInputs = { lectureSeconds: number; pages: number; words: number; questions: number }

/** The minutes of study time for each part of a course. Files of unknown length are not counted. */
export function computeStudyMinutes({ lectureSeconds, pages, words, questions }: StudyTimeInputs) {
  const lectures = Math.round(lectureSeconds / 60)
  const handouts = Math.ceil(pages * MINUTES_PER_PAGE + words / WORDS_PER_MINUTE)
  const examination = Math.ceil(questions * MINUTES_PER_QUESTION)
  return { lectures, handouts, examination, total: lectures + handouts + examination }
}

/** The study time as a worksheet: the counts on each line, the resulting hours, and a text version to store. */
export function buildWorksheet(measured: StudyTimeInputs) {
  const { lectureSeconds, pages, words, questions } = measured
  const minutes = computeStudyMinutes(measured)
  const read = [
    ...(pages > 0 ? [`${pluralize(pages, 'page')} at ${MINUTES_PER_PAGE} minutes per page`] : []),
    ...(words > 0 ? [`${pluralize(words, 'word')} at ${WORDS_PER_MINUTE} words per minute`] : []),
  ]
  const lines = [
    { says: `Videos, measured: ${(lectureSeconds / 60).toFixed(1)} minutes`, minutes: minutes.lectures },
    { says: `Handouts, ${read.join(' and ') || 'none'}`, minutes: minutes.handouts },
    {
      says: `Exam, ${pluralize(questions, 'question')} at ${MINUTES_PER_QUESTION} minutes per question`,
      minutes: minutes.examination,
    },
  ]
  const hours = roundDownToTenth(minutes.total / 60).toFixed(1)
  const sentences = lines.map((line) => `${line.says} (${line.minutes} min).`)
  const sum = `Total: ${minutes.total} minutes. At 60 minutes per contact hour, rounded down to the nearest tenth: ${hours} contact hours.`
  return { lines, total: minutes.total, hours, reasoning: [...sentences, sum].join('\n') }
}
