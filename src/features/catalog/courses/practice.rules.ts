import type { ParsedPractice } from './practice.contract.ts'

export type PracticeQuestion = ReturnType<typeof toPracticeQuestions>[number]

/** As stored; unnamed ones are named by position. */
export function toPracticeQuestions(written: ParsedPractice) {
  const named = new Set(written.flatMap(({ id }) => id ?? []))
  return written.map(({ id, question, options: { texts, keys }, answer, rationale }, index) => {
    const place = [index + 1, `${index + 1}-new`].map((name) => `practice-${name}`)
    return {
      key: id ?? place.find((name) => !named.has(name)) ?? `practice-${index + 1}-again`,
      question,
      options: texts,
      // The studio's names for unnamed options.
      optionKeys: keys.every((key, at) => key === `option-${at + 1}`) ? [] : keys,
      answerIndex: texts.indexOf(answer),
      rationale,
    }
  })
}
