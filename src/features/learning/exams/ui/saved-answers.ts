import { useState } from 'react'
import { readSaved, save } from '#web/client/member-storage.ts'

type Answers = Readonly<Record<string, string>>

/** Answers by question, saved in this tab until submitted: they survive a reload or an expired session. */
export function useSavedAnswers(examId: string) {
  const key = `examination:${examId}`
  const [answers, setAnswers] = useState<Answers>(() => read(key))
  return {
    answers,
    choose(questionId: string, option: string) {
      const changed = { ...answers, [questionId]: option }
      setAnswers(changed)
      save(key, changed)
    },
    forget: () => save(key, undefined),
  }
}

function read(key: string): Answers {
  const saved = readSaved(key)
  if (typeof saved !== 'object' || saved === null) return {}
  return Object.fromEntries(
    Object.entries(saved).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
