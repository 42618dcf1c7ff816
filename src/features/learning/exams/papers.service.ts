import type { Transaction } from '#db/open-database.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatDateTime } from '#shared/dates.ts'
import type { Exam } from './exams.queries.ts'
import { lockExam } from './regrading.queries.ts'
import { MAX_FAILURES, drawPaper, findLecturesToReview, getReopenTime, PAPER_LIFETIME_MS } from './papers.rules.ts'
import {
  findOpenPaper,
  lockPaper,
  listRecentFailures,
  openPaper,
  type Paper,
  type PaperQuestion,
  listPaperQuestions,
} from './papers.queries.ts'

type PaperDeps = Pick<Deps, 'db' | 'now' | 'random'>

const isFresh = ({ openedAt }: Paper, now: Date) => now.getTime() - openedAt.getTime() < PAPER_LIFETIME_MS

/** The member's open paper, or a new one. Refuses (`too_many_requests`) while the next one is to be waited for. */
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
    // Of many calls at once one opens it.
    await lockExam(tx, whose.courseId, 'being handed in')
    const wait = await getWait(tx, whose, time)
    if (wait) throw examClosedError(title, wait, time)
    return openPaper(tx, {
      ...whose,
      questions: drawPaper(questions, draw, random),
      openedAt: time,
      since: new Date(time.getTime() - PAPER_LIFETIME_MS),
    })
  })
}

type Wait = { opensAt: Date; opensAtInWords: string; seeAgain: { name: string; slug: string }[] }

/** Until when the member's next paper of this course stays closed, and what to see until then; undefined where it is open. */
export async function getWait(tx: Transaction, whose: MemberCourse, now: Date): Promise<Wait | undefined> {
  const failures = await listRecentFailures(tx, whose, MAX_FAILURES)
  if (failures.length < MAX_FAILURES) return undefined
  const { examinationWaitHours, timeZone, language } = await readSite(tx)
  const opensAt = getReopenTime(
    failures.map(({ at }) => at),
    examinationWaitHours,
  )
  if (!opensAt || opensAt <= now) return undefined
  // One paper of ten may ask too few of each lecture for any to be named; three together do not.
  const seen: Parameters<typeof findLecturesToReview>[0][number][] = []
  for (const { asked, answers } of failures) {
    const isRight = new Map(answers.map((answer) => [answer.questionId, answer.isRight]))
    for (const { id, lecture } of await listPaperQuestions(tx, asked))
      seen.push({ lecture, isRight: isRight.get(id) ?? false })
  }
  return { opensAt, opensAtInWords: formatDateTime(opensAt, timeZone, language), seeAgain: findLecturesToReview(seen) }
}

/** 'in 12 hours': whole hours, or minutes below two of them. */
export function formatTimeUntil(opensAt: Date, now: Date): string {
  const minutes = Math.ceil((opensAt.getTime() - now.getTime()) / 60_000)
  return minutes < 120 ? `in ${pluralize(minutes, 'minute')}` : `in ${pluralize(Math.ceil(minutes / 60), 'hour')}`
}

function examClosedError(title: string, { opensAt, opensAtInWords, seeAgain }: Wait, now: Date): AppError {
  return new AppError(
    'too_many_requests',
    `Three tries did not pass. The examination opens again ${formatTimeUntil(opensAt, now)}. Until then, please see the lectures again.`,
    {
      retryAfterSeconds: Math.ceil((opensAt.getTime() - now.getTime()) / 1000),
      reply: { title, opens_at: opensAt.toISOString(), opens_at_in_words: opensAtInWords, lectures: seeAgain },
    },
  )
}

/** A paper that is handed in, held until the transaction ends. Refuses (`invalid`) what is not the member's, of another course, or too old; one that was handed in already comes back as such. */
export async function getSubmittedPaper(
  tx: Transaction,
  id: string,
  whose: MemberCourse & { now: Date },
): Promise<Paper> {
  const paper = await lockPaper(tx, id, whose)
  if (!paper) throw invalidPaperError('This is not your paper of this examination. Please open the examination again.')
  if (paper.attemptId === null && !isFresh(paper, whose.now))
    throw invalidPaperError(
      'This paper is more than a day old. Please open the examination again: it gives you a new one.',
    )
  return paper
}

function invalidPaperError(message: string): AppError {
  return new AppError('invalid', message, { fields: { paper: [message] } })
}
