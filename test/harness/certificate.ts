import { logIn, rightAnswers } from './api-client.ts'
import type { RunningAcademy } from './running-academy.ts'
import { COURSE } from './screen.ts'
import { handIn, paperOf } from './hand-in.ts'

/** The demo learner passes an examination and asks for the certificate. Returns the path of the page that attorneys open. */
export async function certificateOf(academy: RunningAcademy): Promise<string> {
  const demo = await logIn(academy.url, 'demo', 'demo-learner-2026')
  const exam = await paperOf(demo, COURSE)
  const right = rightAnswers(COURSE)
  const answers = exam.questions.map(({ id, question }) => ({ question_id: id, answer: right.get(question) ?? '' }))
  await handIn(demo, COURSE, answers)
  await demo.post(`/Academy/api/course/examination/request/certificate/${COURSE}`, { exam_id: COURSE })
  const { text } = await academy.letter('certificate')
  const address = /http\S+?(\/Certificate\/[\w-]+)/.exec(text)?.[1]
  if (!address) throw new Error(`No certificate's address in: ${text}`)
  return address
}
