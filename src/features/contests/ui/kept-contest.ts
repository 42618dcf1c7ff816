import { useState } from 'react'
import { keepInTab, keptInTab } from '#web/client/kept-in-tab.ts'

/** A paper that was handed in, with the questions that it asked. */
export type HandedIn = { paper: string; questions: readonly { id: string; question: string }[] }

/** What stands in the form. */
export type Typed = { questionId: string; reason: string; source: string }

const EMPTY: Typed = { questionId: '', reason: '', source: '' }

/** The form as it was typed, kept in this tab until it is sent: a reload or an expired session loses nothing. */
export function useKeptContest(paper: string) {
  const key = `contest:${paper}`
  const [typed, setTyped] = useState<Typed>(() => read(key))
  const keep = (changed: Typed) => {
    setTyped(changed)
    keepInTab(key, changed)
  }
  return {
    typed,
    type: (part: Partial<Typed>) => keep({ ...typed, ...part }),
    forget: () => keep(EMPTY),
  }
}

function read(key: string): Typed {
  const kept = keptInTab(key)
  return isTyped(kept) ? kept : EMPTY
}

/** What another version kept is left alone. */
function isTyped(kept: unknown): kept is Typed {
  if (!(kept instanceof Object) || !('questionId' in kept && 'reason' in kept && 'source' in kept)) return false
  return [kept.questionId, kept.reason, kept.source].every((each) => typeof each === 'string')
}
