/** A page of a handout, read and filled in. */
const MINUTES_A_PAGE = 2
/** Of a Word document, read and filled in: it tells no pages. */
const WORDS_A_MINUTE = 100
const MINUTES_A_QUESTION = 1.5

type Measured = { lectureSeconds: number; pages: number; words: number; questions: number }

/** Whole minutes that a course takes, part by part, as far as its files tell. */
export function studyMinutes({ lectureSeconds, pages, words, questions }: Measured) {
  const lectures = Math.round(lectureSeconds / 60)
  const handouts = Math.ceil(pages * MINUTES_A_PAGE + words / WORDS_A_MINUTE)
  const examination = Math.ceil(questions * MINUTES_A_QUESTION)
  return { lectures, handouts, examination, total: lectures + handouts + examination }
}
