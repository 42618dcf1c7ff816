import type { PracticeQuestion } from './practice.rules.ts'
import type { PlanValidator } from '#features/foundation/product-folders/product-folders.public.ts'
import type { PracticePlan } from './course-plans.contract.ts'
import { checkPractice, PracticeFile } from './practice.contract.ts'
import { toPracticeQuestions } from './practice.rules.ts'

/** The practice questions of a lecture in the studio; empty when invalid. */
export function readPractice(
  reading: PlanValidator,
  at: readonly string[],
  questions: readonly PracticePlan[],
): PracticeQuestion[] {
  const place = ([index, ...rest]: readonly PropertyKey[]) => {
    const id = questions[Number(index)]?.id
    return id === undefined ? at : [...at, id, ...rest.map(String)]
  }
  for (const { id, answer } of questions)
    if (answer === null) reading.addError([...at, id, 'answer'], 'Please mark the right option.')
  const raw = questions.map(practiceFacts)
  const { data, error } = PracticeFile.safeParse(raw)
  for (const { path, message } of error?.issues ?? []) reading.addError(place(path), message)
  const findings = checkPractice({ practice: raw })
  for (const { path, message } of findings)
    reading.addError(
      place(path.slice(1)),
      message.replace(/^practice question \d+(:| is)/, (_all, sign) => (sign === ':' ? '' : 'this is')).trim(),
    )
  return data ? toPracticeQuestions(data) : []
}

function practiceFacts({ id, question, options, answer, rationale }: PracticePlan) {
  return {
    id,
    question,
    options: Object.fromEntries(options.map((option) => [option.id, option.text])),
    answer: options.find((option) => option.id === answer)?.text ?? '',
    rationale,
  }
}

export function buildPracticePlan(stored: readonly PracticeQuestion[]): PracticePlan[] {
  return stored.map(({ key, question, options, optionKeys, answerIndex, rationale }) => {
    const named = options.map((text, index) => ({ id: optionKeys[index] ?? `option-${index + 1}`, text }))
    return { id: key, question, options: named, answer: named[answerIndex]?.id ?? null, rationale }
  })
}
