import { pluralize } from '#shared/pluralize.ts'
import { getReadingMinutes, READING_WORDS_PER_MINUTE } from '#shared/lecture-kind.ts'
import { roundDownToTenth } from '#shared/contact-hours.ts'

/** The time for reading and filling in a page of a handout. */
const MINUTES_PER_PAGE = 2
/** For Word documents, which have no page count: how many words a learner reads and fills in per minute. */
const WORDS_PER_MINUTE = 100
const MINUTES_PER_QUESTION = 1.5

export type StudyTimeInputs = {
  /** The length of all recordings, and of those without pictures. */
  lectureSeconds: number
  audioSeconds: number
  /** The words of the texts of lectures. */
  readingWords: number
  pages: number
  words: number
  questions: number
}

/** The minutes of study time for each part of a course. Files of unknown length are not counted. */
export function computeStudyMinutes({ lectureSeconds, readingWords, pages, words, questions }: StudyTimeInputs) {
  const lectures = getRecordingMinutes(lectureSeconds) + getReadingMinutes(readingWords)
  const handouts = Math.ceil(pages * MINUTES_PER_PAGE + words / WORDS_PER_MINUTE)
  const examination = Math.ceil(questions * MINUTES_PER_QUESTION)
  return { lectures, handouts, examination, total: lectures + handouts + examination }
}

const getRecordingMinutes = (seconds: number) => Math.round(seconds / 60)

/** The study time as a worksheet: the counts on each line, the resulting hours, and a text version to store. */
export function buildWorksheet(measured: StudyTimeInputs) {
  const { lectureSeconds, audioSeconds, readingWords, pages, words, questions } = measured
  const minutes = computeStudyMinutes(measured)
  const read = [
    ...(pages > 0 ? [`${pluralize(pages, 'page')} at ${MINUTES_PER_PAGE} minutes per page`] : []),
    ...(words > 0 ? [`${pluralize(words, 'word')} at ${WORDS_PER_MINUTE} words per minute`] : []),
  ]
  const recordings = audioSeconds === 0 ? 'Videos' : audioSeconds < lectureSeconds ? 'Videos and audio' : 'Audio'
  const lines = [
    ...(lectureSeconds > 0 || readingWords === 0
      ? [
          {
            says: `${recordings}, measured: ${(lectureSeconds / 60).toFixed(1)} minutes`,
            minutes: getRecordingMinutes(lectureSeconds),
          },
        ]
      : []),
    ...(readingWords > 0
      ? [
          {
            says: `Lecture texts, ${pluralize(readingWords, 'word')} at ${READING_WORDS_PER_MINUTE} words per minute`,
            minutes: getReadingMinutes(readingWords),
          },
        ]
      : []),
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
