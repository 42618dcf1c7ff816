import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const COURSES = path.resolve(import.meta.dirname, '../../../../demo/courses')
const NEIGHBORS = 6
const PLAIN = new Set(
  `a an the and or as at be been by can do does for from had has have in into is it its of on that their them they
   this to was were what when where which who with you your i she her he him his`.split(/\s+/),
)
const RULE =
  /\b(?:Federal Rule of Civil Procedure|Code of Civil Procedure|Model Rule|Rule|Opinion) \d[\d.]*\d(?:\([a-z]\))?/g

const Examination = z.object({
  questions: z.array(
    z.object({ id: z.string(), question: z.string(), answer: z.string(), lecture: z.string().default('') }),
  ),
})
const Lecture = z.object({
  id: z.string(),
  name: z.string(),
  captions: z.string(),
  sub_lectures: z.array(z.string()),
  practice: z.array(z.object({ question: z.string(), answer: z.string(), rationale: z.string() })),
})
type Lecture = z.infer<typeof Lecture> & { course: string; description: string; cues: string[]; starts: string[] }

const lectures = globSync('*/lectures/*.md', { cwd: COURSES }).map((file): Lecture => {
  const course = file.split(path.sep)[0] ?? ''
  const [, facts = '', description = ''] = readFileSync(path.join(COURSES, file), 'utf8').split(/^---$/m)
  const lecture = Lecture.parse(parse(facts))
  return { ...lecture, course, description, ...readCaptions(path.join(COURSES, course, lecture.captions)) }
})
const practicedQuestions = lectures.flatMap(({ practice, ...lecture }) =>
  practice.map((question) => ({ lecture, ...question })),
)
const questions = globSync('*/examination.yaml', { cwd: COURSES }).flatMap((file) => {
  const course = path.dirname(file)
  const { questions: asked } = Examination.parse(parse(readFileSync(path.join(COURSES, file), 'utf8')))
  return asked.map((question) => ({ ...question, course }))
})

test('has lectures and questions to check', () => {
  expect([lectures.length, questions.length >= 30]).toEqual([15, true])
  expect(lectures.filter(({ practice }) => practice.length < 2 || practice.length > 3)).toEqual([])
})

describe('answers each demo question in the lecture it names', () => {
  test.each(questions)('$course: $id', ({ course, question, answer, lecture: key }) => {
    const lecture = lectures.find((each) => each.course === course && each.id === key)
    expect(lecture?.name, `a lecture is named, not "${key}"`).toBeDefined()
    const wanted = [...significant(answer), ...numbersIn(question)]
    const missing = findFewestMissing(lecture?.cues ?? [], wanted, `${question} ${answer}`.match(RULE) ?? [])
    expect(missing).toEqual([])
  })
})

describe('answers each demo practice question at the moment named in its reason', () => {
  test.each(practicedQuestions)('$lecture.course: $question', ({ lecture, question, answer, rationale }) => {
    const moment = /\. Hear it again at (\d+:\d\d)\.$/.exec(rationale)?.[1] ?? 'a moment'
    const from = lecture.starts.indexOf(moment)
    expect(from, `something is said at ${moment}`).toBeGreaterThanOrEqual(0)
    const wanted = [...significant(answer), ...numbersIn(question)]
    const stretch = lecture.cues.slice(from, from + NEIGHBORS)
    expect(findFewestMissing(stretch, wanted, `${question} ${answer}`.match(RULE) ?? [])).toEqual([])
  })
})

test.each(practicedQuestions)('is not on any demo exam: $question', (practice) => {
  const close = questions.filter((asked) => asked.answer === practice.answer || getCommonShare(asked, practice) >= 0.4)
  expect(close.map(({ question }) => question)).toEqual([])
})

describe('says the words on each demo slide', () => {
  test.each(lectures)('$course: $name', ({ name, description, sub_lectures: parts, cues }) => {
    const said = new Set(significant(cues.join(' ')))
    const shown = significant([name, description, ...parts].join(' '))
    expect(shown.filter((word) => !said.has(word))).toEqual([])
  })

  test.each(lectures)('$course: $name has captions of at most two lines that fit below its slides', ({ cues }) => {
    const lines = cues.map((cue) => cue.split('\n'))
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(2)
    expect(Math.max(...lines.flat().map(({ length }) => length))).toBeLessThanOrEqual(50)
  })
})

/** The captions, and when each part starts, formatted like 3:07. */
function readCaptions(file: string): Pick<Lecture, 'cues' | 'starts'> {
  const found = [...readFileSync(file, 'utf8').matchAll(/^00:(\d\d):(\d\d)\.\d+ -->.*\n((?:.+\n?)+)/gm)]
  return {
    cues: found.map(([, , , said = '']) => said.trim()),
    starts: found.map(([, minute, second]) => `${Number(minute)}:${second}`),
  }
}

type QuestionAndAnswer = { question: string; answer: string }

/** The share of words that two questions, including their answers, have in common. */
function getCommonShare(one: QuestionAndAnswer, other: QuestionAndAnswer): number {
  const [words, others] = [splitWords(one), splitWords(other)]
  const shared = words.filter((word) => others.includes(word))
  return shared.length / new Set([...words, ...others]).size
}

function splitWords({ question, answer }: QuestionAndAnswer): string[] {
  return [...new Set(significant(`${question} ${answer}`))]
}

/**
 * Looks for the adjacent cues that contain the most of these words and rules. Returns those that even these cues lack.
 */
function findFewestMissing(cues: readonly string[], words: readonly string[], rules: readonly string[]): string[] {
  const stretches = cues.map((_, from) => {
    const stretch = cues.slice(from, from + NEIGHBORS).join(' ')
    const said = new Set(significant(stretch))
    const isSaid = (rule: string) => stretch.replaceAll('\n', ' ').includes(rule)
    return [...words.filter((word) => !said.has(word)), ...rules.filter((rule) => !isSaid(rule))]
  })
  return stretches.toSorted((one, other) => one.length - other.length)[0] ?? [...words]
}

function numbersIn(text: string): string[] {
  return significant(text).filter((word) => /\d/.test(word))
}

/** Stemmed words without stop words; numbers as written. */
function significant(text: string): string[] {
  const found = text.toLowerCase().match(/\d[\d.:,]*\d(?:\([a-z]\))?|\d\+?|[a-z]+(?:['’][a-z]+)?/g) ?? []
  return found.filter((word) => !PLAIN.has(word)).map((word) => (/\d/.test(word) ? word : root(word)))
}

function root(word: string): string {
  return word
    .replace(/['’]s?$/, '')
    .replace(/['’]/, '')
    .replace(/(?:ing|ed|es|s|ly|e)$/, '')
    .replace(/([^aeiou])\1$/, '$1')
}
