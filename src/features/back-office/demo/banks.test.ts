import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type GradedAnswer, gradeAnswers, isPassed } from '#features/learning/exams/exams.rules.ts'
import { drawPaper, findLecturesToReview } from '#features/learning/exams/papers.rules.ts'
import type { Random } from '#shared/random.ts'
import { eliminator } from '../../../../test/samples/eliminator.ts'
import { seeded } from '../../../../test/samples/seeded.ts'

const COURSES = path.resolve(import.meta.dirname, '../../../../demo/courses')

type BankQuestion = {
  id: string
  question: string
  options: Record<string, string>
  answer: string
  rationale: string
  lecture: string
}
type Examination = { draw: number; questions: BankQuestion[] }

const examinations = readdirSync(COURSES).map((course) => ({
  course,
  ...(parse(readFileSync(path.join(COURSES, course, 'examination.yaml'), 'utf8')) as Examination),
}))

type Practice = { options: string[]; answer: string }

const practices = readdirSync(COURSES).map((course) => ({
  course,
  practice: globSync(path.join(COURSES, course, 'lectures/*.md')).flatMap((file) => {
    const facts = readFileSync(file, 'utf8').split(/^---$/m)[1] ?? ''
    return (parse(facts) as { practice: Practice[] }).practice
  }),
}))

const ORDERS: [string, (a: string, b: string) => number][] = [
  ['longest', (a, b) => b.length - a.length],
  ['shortest', (a, b) => a.length - b.length],
]

const readBank = ({ questions }: Examination) =>
  questions.map(({ id, question, options, answer, rationale, lecture }) => {
    const texts = Object.values(options)
    return {
      id,
      version: 1,
      question,
      options: texts,
      answerIndex: texts.indexOf(answer),
      rationale,
      lectureId: lecture,
    }
  })
type Bank = ReturnType<typeof readBank>

/** What the academy shows to members who have not passed. */
type ExamFeedback = { score: number; lectures: readonly { slug: string }[] }
type GivenAnswer = { questionId: string; chosen: string }

function takeExam(bank: Bank, draw: number, random: Random, answering: (question: Bank[number]) => string) {
  const asked = drawPaper(bank, draw, random).flatMap(
    ({ questionId }) => bank.find(({ id }) => id === questionId) ?? [],
  )
  const given: GivenAnswer[] = asked.map((question) => ({ questionId: question.id, chosen: answering(question) }))
  const counted: GradedAnswer[] = gradeAnswers(given, asked)
  const score = counted.filter(({ isRight }) => isRight).length
  const lectures = findLecturesToReview(
    asked.map(({ lectureId }, place) => ({
      lecture: { name: lectureId, slug: lectureId },
      isRight: counted[place]?.isRight ?? false,
    })),
  )
  const feedback: ExamFeedback = { score, lectures }
  return { given, feedback, hasPassed: isPassed({ score, total: counted.length, isCountedByServer: true }) }
}

/** Whether someone who learns only from the scores passes within six attempts. */
function eliminates(bank: Bank, draw: number, seed: number): boolean {
  const random = seeded(seed)
  const brain = eliminator(random)
  for (let paper = 0; paper < 6; paper += 1) {
    const { given, feedback, hasPassed } = takeExam(bank, draw, random, brain.choose)
    if (hasPassed) return true
    const asked = given.map(({ questionId, chosen }) => ({ question: textOf(bank, questionId), chosen }))
    brain.learn(asked, feedback.score / given.length)
  }
  return false
}

const textOf = (bank: Bank, questionId: string) => bank.find(({ id }) => id === questionId)?.question ?? ''

describe.each(examinations)('exam of $course', (examination) => {
  const bank = readBank(examination)

  test('draws ten of thirty questions, each with four different options, a rationale, and a lecture', () => {
    expect([examination.draw, bank.length]).toEqual([10, 30])
    for (const { options, answerIndex, rationale, lectureId } of bank) {
      expect([new Set(options).size, answerIndex >= 0, rationale.length > 20, lectureId !== '']).toEqual([
        4,
        true,
        true,
        true,
      ])
    }
  })

  test('is passed by eliminating without knowledge at most twice in two hundred runs of six papers', () => {
    const passed = Array.from({ length: 200 }, (_, n) => eliminates(bank, examination.draw, n + 1)).filter(Boolean)
    expect(passed.length).toBeLessThanOrEqual(2)
  })

  test('is passed at once by a reader with the answers', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const known = ({ options, answerIndex }: Bank[number]) => options[answerIndex] ?? ''
      expect(takeExam(bank, examination.draw, seeded(seed), known).hasPassed).toBe(true)
    }
  })

  test.each(ORDERS)('scores under 40 percent by choosing the %s option', (_, order) => {
    const right = bank.filter(({ options, answerIndex }) => options.toSorted(order)[0] === options[answerIndex])
    expect(right.length / bank.length).toBeLessThan(0.4)
  })
})

describe.each(practices)('practice questions of $course', ({ practice }) => {
  test('have three or four different options, the longest at most 1.6 times as long as the shortest', () => {
    const unfit = practice.filter(({ options, answer }) => {
      const lengths = options.map(({ length }) => length)
      const isListed = options.includes(answer) && [3, 4].includes(new Set(options).size)
      return !isListed || Math.max(...lengths) > 1.6 * Math.min(...lengths)
    })
    expect(unfit).toEqual([])
  })

  test.each(ORDERS)('are answered correctly under 40 percent of the time by choosing the %s option', (_, order) => {
    const right = practice.filter(({ options, answer }) => options.toSorted(order)[0] === answer)
    expect(right.length / practice.length).toBeLessThan(0.4)
  })

  test.each([1, 2, 3])('are answered correctly under 40 percent of the time by choosing option %i', (place) => {
    const right = practice.filter(({ options, answer }) => options[place - 1] === answer)
    expect(right.length / practice.length).toBeLessThan(0.4)
  })
})
