import type { ParsedPractice } from './practice.contract.ts'
import type { PracticePlan } from './question-plans.contract.ts'

export type PracticeQuestion = ReturnType<typeof toPracticeQuestions>[number]

/** Converts stored practice questions. A question without an ID gets one from its position. */
export function toPracticeQuestions(written: ParsedPractice) {
  const named = new Set(written.flatMap(({ id }) => id ?? []))
  return written.map(({ id, question, options: { texts, keys }, answer, rationale }, index) => {
    const place = [index + 1, `${index + 1}-new`].map((name) => `practice-${name}`)
    return {
      key: id ?? place.find((name) => !named.has(name)) ?? `practice-${index + 1}-again`,
      question,
      options: texts,
      optionKeys: isNamedByPosition(keys) ? [] : keys,
      answerIndex: texts.indexOf(answer),
      rationale,
    }
  })
}

const nameByPosition = (index: number) => `option-${index + 1}`

/** Whether these are IDs that the studio gave to options without keys. */
const isNamedByPosition = (keys: readonly string[]) => keys.every((key, index) => key === nameByPosition(index))

export function toQuestionPlan({ key, question, options, optionKeys, answerIndex, rationale }: PracticeQuestion) {
  const named = options.map((text, index) => ({ id: optionKeys[index] ?? nameByPosition(index), text }))
  return { id: key, question, options: named, answer: named[answerIndex]?.id ?? null, rationale }
}

/** Converts a question to the form that folders use. The options are a map by ID. */
export function writeQuestion({ id, question, options, answer, rationale }: PracticePlan) {
  const texts = Object.fromEntries(options.map((option) => [option.id, option.text]))
  return { id, question, options: texts, answer: options.find((option) => option.id === answer)?.text ?? '', rationale }
}

/** Like `writeQuestion`, but options without keys become a list. */
export function writePractice(practice: readonly PracticePlan[]) {
  return practice.map((plan) => {
    const question = writeQuestion(plan)
    const { options } = question
    return { ...question, options: isNamedByPosition(Object.keys(options)) ? Object.values(options) : options }
  })
}
