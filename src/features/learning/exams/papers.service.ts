import type { Transaction } from '#db/open.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { counted } from '#shared/counted.ts'
import { timeInWords } from '#shared/dates.ts'
import type { Exam } from './exams.queries.ts'
import { holdExam } from './regrading.queries.ts'
import { FAILURES_BEFORE_WAIT, drawPaper, lecturesToSee, opensAgainAt, PAPER_MS } from './papers.rules.ts'
import {
  findOpenPaper,
  holdPaper,
  lastFailures,
  openPaper,
  type Paper,
  type PaperQuestion,
  questionsOfPaper,
} from './papers.queries.ts'

type PaperDeps = Pick<Deps, 'db' | 'now' | 'random'>

const isFresh = ({ openedAt }: Paper, now: Date) => now.getTime() - openedAt.getTime() < PAPER_MS

/** The member's open paper, or a new one. Refuses (`too_many_requests`) while the next one is to be waited for. */
export async function paperFor(
  { db, now, random }: PaperDeps,
  memberId: string,
  exam: Exam,
): Promise<{ id: string; questions: PaperQuestion[] }> {
  const whose = { memberId, courseId: exam.courseId }
  const time = now()
  const found = await findOpenPaper(db, whose)
  const paper = found && isFresh(found, time) ? found : await newPaper({ db, now, random }, whose, exam)
  return { id: paper.id, questions: await questionsOfPaper(db, paper.questions) }
}

type Whose = { memberId: string; courseId: string }

async function newPaper(
  { db, now, random }: PaperDeps,
  whose: Whose,
  { title, draw, questions }: Exam,
): Promise<Paper> {
  const time = now()
  return db.transaction(async (tx) => {
    // Of many calls at once one opens it.
    await holdExam(tx, whose.courseId, 'being handed in')
    const wait = await waitOf(tx, whose, time)
    if (wait) throw closed(title, wait, time)
    return openPaper(tx, {
      ...whose,
      questions: drawPaper(questions, draw, random),
      openedAt: time,
      since: new Date(time.getTime() - PAPER_MS),
    })
  })
}

type Wait = { opensAt: Date; opensAtInWords: string; seeAgain: { name: string; slug: string }[] }

/** Until when the member's next paper of this course stays closed, and what to see until then; undefined where it is open. */
export async function waitOf(tx: Transaction, whose: Whose, now: Date): Promise<Wait | undefined> {
  const failures = await lastFailures(tx, whose, FAILURES_BEFORE_WAIT)
  if (failures.length < FAILURES_BEFORE_WAIT) return undefined
  const { examinationWaitHours, timeZone, language } = await readSite(tx)
  const opensAt = opensAgainAt(
    failures.map(({ at }) => at),
    examinationWaitHours,
  )
  if (!opensAt || opensAt <= now) return undefined
  // One paper of ten may ask too few of each lecture for any to be named; three together do not.
  const seen: Parameters<typeof lecturesToSee>[0][number][] = []
  for (const { asked, answers } of failures) {
    const isRight = new Map(answers.map((answer) => [answer.questionId, answer.isRight]))
    for (const { id, lecture } of await questionsOfPaper(tx, asked))
      seen.push({ lecture, isRight: isRight.get(id) ?? false })
  }
  return { opensAt, opensAtInWords: timeInWords(opensAt, timeZone, language), seeAgain: lecturesToSee(seen) }
}

/** 'in 12 hours': whole hours, or minutes below two of them. */
export function inWords(opensAt: Date, now: Date): string {
  const minutes = Math.ceil((opensAt.getTime() - now.getTime()) / 60_000)
  return minutes < 120 ? `in ${counted(minutes, 'minute')}` : `in ${counted(Math.ceil(minutes / 60), 'hour')}`
}

function closed(title: string, { opensAt, opensAtInWords, seeAgain }: Wait, now: Date): AppError {
  return new AppError(
    'too_many_requests',
    `Three tries did not pass. The examination opens again ${inWords(opensAt, now)}. Until then, please see the lectures again.`,
    {
      retryAfterSeconds: Math.ceil((opensAt.getTime() - now.getTime()) / 1000),
      reply: { title, opens_at: opensAt.toISOString(), opens_at_in_words: opensAtInWords, lectures: seeAgain },
    },
  )
}

/** A paper that is handed in, held until the transaction ends. Refuses (`invalid`) what is not the member's, of another course, or too old; one that was handed in already comes back as such. */
export async function paperHandedIn(tx: Transaction, id: string, whose: Whose & { now: Date }): Promise<Paper> {
  const paper = await holdPaper(tx, id, whose)
  if (!paper) throw wrongPaper('This is not your paper of this examination. Please open the examination again.')
  if (paper.attemptId === null && !isFresh(paper, whose.now))
    throw wrongPaper('This paper is more than a day old. Please open the examination again: it gives you a new one.')
  return paper
}

function wrongPaper(message: string): AppError {
  return new AppError('invalid', message, { fields: { paper: [message] } })
}
