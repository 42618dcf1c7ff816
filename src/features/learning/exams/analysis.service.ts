import type { Deps } from '#platform/deps.ts'
import { listMissedQuestions, listTallies, listQuestionVersions, sumAnswerDeviations } from './analysis.queries.ts'
import { type QuestionStats, type Reliability, computeQuestionStats, computeReliability } from './analysis.rules.ts'

export type AnalyzedVersion = {
  version: number
  question: string
  options: string[]
  answerIndex: number
  since: Date
  figures: QuestionStats
}

export type AnalyzedQuestion = { questionId: string; key: string; versions: AnalyzedVersion[] }

/** First-attempt statistics of a course's questions, in order. Retired questions are omitted. */
export async function analyzeCourse({ db }: Pick<Deps, 'db'>, courseId: string): Promise<AnalyzedQuestion[]> {
  const versions = Map.groupBy(await listQuestionVersions(db, courseId), ({ questionId }) => questionId)
  if (versions.size === 0) return []
  const tallies = Map.groupBy(await listTallies(db, [...versions.keys()]), formatQuestionName)
  return [...versions].map(([questionId, [newest, ...earlier]]) => ({
    questionId,
    key: newest?.key ?? '',
    versions: [...(newest ? [newest] : []), ...earlier].map(({ version, question, options, answerIndex, since }) => ({
      version,
      question,
      options,
      answerIndex,
      since,
      figures: computeQuestionStats(tallies.get(formatQuestionName({ questionId, version })) ?? [], {
        options: options.length,
        answerIndex,
      }),
    })),
  }))
}

/** The reliability of a course's exam, from first attempts. */
export async function analyzeReliability({ db }: Pick<Deps, 'db'>, courseId: string): Promise<Reliability> {
  return computeReliability(await sumAnswerDeviations(db, courseId))
}

function formatQuestionName({ questionId, version }: { questionId: string; version: number }): string {
  return `${questionId} ${version}`
}

/**
 * A question that fewer than a fifth of members answer correctly on the first attempt; `members` is how many have tried
 * it.
 */
export type MissedQuestion = {
  courseId: string
  slug: string
  title: string
  questionId: string
  key: string
  question: string
  members: number
  right: number
}

/** Questions that almost everyone misses, across courses, worst first, and their total number. */
export async function listMostMissedQuestions(
  { db }: Pick<Deps, 'db'>,
  limit = 20,
): Promise<{ questions: MissedQuestion[]; total: number }> {
  const found = await listMissedQuestions(db, limit)
  return { questions: found, total: found[0]?.total ?? 0 }
}
