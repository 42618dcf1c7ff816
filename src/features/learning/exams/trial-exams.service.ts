import { setTimeout as sleep } from 'node:timers/promises'
import { getDraw } from '#features/catalog/courses/courses.public.ts'
import type { CoursePlan } from '#features/catalog/courses/course-model.contract.ts'
import { MAX_QUESTIONS_PER_EXAM } from '#features/catalog/courses/examination.contract.ts'
import { openDraft } from '#features/catalog/drafts/drafts.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { tidyLine } from '#shared/tidy-text.ts'
import type { Answer } from './exams.rules.ts'
import { gradeSubmission, type Result, toAttemptResult } from './grading.service.ts'
import type { PaperQuestion } from './papers.queries.ts'
import { drawPaper } from './papers.rules.ts'
import { countAttemptsLeft } from './retakes.rules.ts'
import { getRetakeRules } from './retakes.service.ts'

type DraftQuestion = PaperQuestion & { lectureId: string | null }
type DraftExam = { title: string; draw: number | null; questions: DraftQuestion[] }

/** Draws questions of a draft like an attempt, and stores nothing. Throws `not_found`. */
export async function drawTrialExam(deps: Pick<Deps, 'db' | 'random'>, id: string) {
  const { title, draw, questions } = await loadDraftExam(deps, id)
  const questionOf = new Map(questions.map((question) => [question.id, question]))
  const asked = drawPaper(questions, draw, deps.random).flatMap(({ questionId, order }) => {
    const drawn = questionOf.get(questionId)
    if (!drawn) return []
    const { question, options } = drawn
    return [{ id: questionId, question, options: order.map((index) => options[index] ?? '') }]
  })
  return { title, firstAttempt: await getRetakeRules(deps.db), questions: asked }
}

/**
 * Grades the answers by the draft as it is now, like a first attempt of a member who completed all lectures, and stores
 * nothing. Throws `not_found`, or `invalid` if a question or a chosen option has been removed.
 */
export async function gradeTrialExam(deps: Pick<Deps, 'db' | 'now'>, id: string, answers: Answer[]): Promise<Result> {
  const { questions } = await loadDraftExam(deps, id)
  const questionOf = new Map(questions.map((question) => [question.id, question]))
  const asked = answers.flatMap(({ questionId }) => questionOf.get(questionId) ?? [])
  const result = toAttemptResult(gradeSubmission(answers, asked), asked)
  const { waitHours } = await getRetakeRules(deps.db)
  if (result.isPassed || waitHours === 0) return result
  const now = deps.now()
  return { ...result, retake: { attemptsLeft: countAttemptsLeft([now], now), waitHours } }
}

/** The exam of a draft with the questions that could be published, as publishing would store them. */
async function loadDraftExam({ db }: Pick<Deps, 'db'>, id: string): Promise<DraftExam> {
  const { kind, plan, findings } = await openDraft({ db }, id)
  if (kind !== 'course') throw new AppError('not_found', `A ${kind} has no exam. Only courses have one.`)
  // Checking and converting a long exam take too much time for one turn of the event loop.
  await sleep(0)
  const { lectures, examination } = plan as CoursePlan
  const wrong = new Set(findings.flatMap(({ at: [part, list, id] }) => (isQuestions(part, list) ? [id] : [])))
  const lectureOf = new Map(lectures.map(({ id, name }) => [id, { name: tidyLine(name) || 'Untitled', slug: id }]))
  const questions = examination.questions
    .filter(({ id }) => !wrong.has(id))
    .slice(0, MAX_QUESTIONS_PER_EXAM)
    .map(({ id, question, options, answer, rationale, lecture }) => ({
      id,
      version: 1,
      question: question.trim(),
      options: options.map(({ text }) => tidyLine(text)),
      answerIndex: options.findIndex((option) => option.id === answer),
      rationale: rationale.trim(),
      lectureId: lecture,
      lecture: lectureOf.get(lecture ?? '') ?? null,
    }))
  return { title: tidyLine(examination.title) || 'Examination', draw: getDraw(examination), questions }
}

const isQuestions = (part: string | undefined, list: string | undefined) =>
  part === 'examination' && list === 'questions'
