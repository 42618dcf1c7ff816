import type { EndpointReply } from '#shared/endpoint.ts'
import type { readExam } from '#features/learning/exams/exams.contract.ts'

const SUBMIT = '/Academy/api/course/examination/submit/score/'

type Reply = { status: number; body: ReturnType<typeof JSON.parse> }
type Calling<R extends Reply> = { get(url: string): Promise<R>; post(url: string, body: unknown): Promise<R> }

export type ExamPaper = EndpointReply<typeof readExam>

/** The open exam attempt of a member with access to the course. */
export async function openPaper<R extends Reply>(caller: Calling<R>, course: string): Promise<ExamPaper> {
  return (await caller.get(`/Academy/api/course/examination/${course}/`)).body as ExamPaper
}

/** Starts an attempt at the course's exam and submits it with these answers. */
export async function submitExam<R extends Reply>(
  caller: Calling<R>,
  course: string,
  answers: readonly { question_id: string; answer: string }[],
): Promise<R> {
  const { paper } = await openPaper(caller, course)
  return caller.post(SUBMIT, { exam_id: course, score: answers.length, total: answers.length, paper, answers })
}
