import { useState } from 'react'

type Answers = Readonly<Record<string, string>>

/** Answers by question, kept in this tab until they are handed in: a reload or an expired session loses none. */
export function useKeptAnswers(examId: string) {
  const key = `examination:${examId}`
  const [answers, setAnswers] = useState<Answers>(() => read(key))
  return {
    answers,
    choose(questionId: string, option: string) {
      const changed = { ...answers, [questionId]: option }
      setAnswers(changed)
      try {
        sessionStorage.setItem(key, JSON.stringify(changed))
      } catch {
        // Without storage they hold for this page.
      }
    },
    forget() {
      try {
        sessionStorage.removeItem(key)
      } catch {
        // Without storage nothing was kept.
      }
    },
  }
}

function read(key: string): Answers {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}
