import { logIn, readRightAnswers } from './api-client.ts'
import type { RunningAcademy } from './running-academy.ts'
import { COURSE } from './screen.ts'
import { submitExam, openPaper } from './submit-exam.ts'

/** The demo learner passes an exam and requests the certificate. Returns the path of its public page. */
export async function earnCertificate(academy: RunningAcademy): Promise<string> {
  const demo = await logIn(academy.url, 'demo', 'demo-learner-2026')
  const exam = await openPaper(demo, COURSE)
  const right = readRightAnswers(COURSE)
  const answers = exam.questions.map(({ id, question }) => ({ question_id: id, answer: right.get(question) ?? '' }))
  await submitExam(demo, COURSE, answers)
  await demo.post(`/Academy/api/course/examination/request/certificate/${COURSE}`, { exam_id: COURSE })
  const { text } = await academy.findEmail('certificate')
  const address = /http\S+?(\/Certificate\/[\w-]+)/.exec(text)?.[1]
  if (!address) throw new Error(`No certificate's address in: ${text}`)
  return address
}
