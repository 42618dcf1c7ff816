import { getCompletion } from '#features/credentials/completion/completion.public.ts'
import type { Transaction } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { Exam } from './exams.queries.ts'
import { lockExam } from './regrading.queries.ts'
import { drawPaper } from './papers.rules.ts'
import { examClosedError, getWait } from './retakes.service.ts'
import {
  findOpenPaper,
  lockPaper,
  openPaper,
  type Paper,
  type PaperQuestion,
  listPaperQuestions,
} from './papers.queries.ts'
import { formatList } from '#shared/format-list.ts'
import { PAPER_LIFETIME_MS } from '#shared/exam-paper-lifetime.ts'

type PaperDeps = Pick<Deps, 'db' | 'now' | 'random'>

const isFresh = ({ openedAt }: Paper, now: Date) => now.getTime() - openedAt.getTime() < PAPER_LIFETIME_MS

/** The member's current attempt, or a new one. Throws `too_many_requests` or `lectures_missing`. */
export async function getOrCreatePaper(
  { db, now, random }: PaperDeps,
  memberId: string,
  exam: Exam,
): Promise<{ id: string; questions: PaperQuestion[] }> {
  const whose = { memberId, courseId: exam.courseId }
  const time = now()
  const found = await findOpenPaper(db, whose)
  const paper = found && isFresh(found, time) ? found : await createPaper({ db, now, random }, whose, exam)
  return { id: paper.id, questions: await listPaperQuestions(db, paper.questions) }
}

type MemberCourse = { memberId: string; courseId: string }

async function createPaper(
  { db, now, random }: PaperDeps,
  whose: MemberCourse,
  { title, draw, questions }: Exam,
): Promise<Paper> {
  const time = now()
  return db.transaction(async (tx) => {
    // Lets only one of several concurrent requests start an attempt.
    await lockExam(tx, whose.courseId, 'being handed in')
    const wait = await getWait(tx, whose, time)
    if (wait) throw examClosedError(title, wait, time)
    const { rule, missing } = await getCompletion(tx, whose)
    if (rule === 'lectures_before_exam' && missing.length > 0) throw lecturesMissingError(title, missing)
    return openPaper(tx, {
      ...whose,
      completionRule: rule,
      questions: drawPaper(questions, draw, random),
      openedAt: time,
      since: new Date(time.getTime() - PAPER_LIFETIME_MS),
    })
  })
}

/**
 * The attempt that the member is submitting, locked until the transaction ends. Throws `invalid` if it is not the
 * member's, is for another course, or is too old. An attempt that was already submitted is also returned; its
 * `attemptId` is set.
 */
export async function getSubmittedPaper(
  tx: Transaction,
  id: string,
  whose: MemberCourse & { now: Date },
): Promise<Paper> {
  const paper = await lockPaper(tx, id, whose)
  if (!paper) throw invalidPaperError('This isn’t your current exam. Please open the exam again.')
  if (paper.attemptId === null && !isFresh(paper, whose.now))
    throw invalidPaperError('These questions are more than a day old. Open the exam again to get new ones.')
  return paper
}

function lecturesMissingError(title: string, lectures: { name: string; slug: string }[]): AppError {
  const names = formatList(
    lectures.map(({ name }) => name),
    'and',
  )
  const message = `Complete all lectures before you take the exam. Still to complete: ${names}.`
  return new AppError('lectures_missing', message, { reply: { title, lectures } })
}

function invalidPaperError(message: string): AppError {
  return new AppError('invalid', message, { fields: { paper: [message] } })
}
