import { useState } from 'react'
import { readSaved, save } from '#web/client/member-storage.ts'

type SavedExam = Readonly<Record<string, string>>

/** Key of the question where the learner stopped, next to the answers. */
const STOPPED_AT = 'at'

/**
 * Answers by question and where the learner stopped, until submitted. This tab keeps them across a reload, an expired
 * session, and a login; those of a paper are also kept in the browser, for a later visit.
 */
export function useSavedAnswers(examId: string, paper: string | null) {
  const tabKey = `examination:${examId}`
  const paperKey = paper === null ? undefined : `${tabKey}:${paper}`
  const load = (): SavedExam => ({ ...(paperKey && read(paperKey, 'browser')), ...read(tabKey, 'tab') })
  const [saved, setSaved] = useState(load)
  const write = (changed: SavedExam | undefined) => {
    save(tabKey, changed)
    if (paperKey) save(paperKey, changed, 'browser')
  }
  const change = (part: SavedExam) => {
    const changed = { ...saved, ...part }
    setSaved(changed)
    write(changed)
  }
  return {
    answers: saved,
    /** False in a browser that stores nothing. */
    isSaved: Object.keys(load()).length > 0,
    stoppedAt: saved[STOPPED_AT],
    choose: (questionId: string, option: string) => change({ [questionId]: option, [STOPPED_AT]: questionId }),
    stopAt: (questionId: string) => change({ [STOPPED_AT]: questionId }),
    forget: () => write(undefined),
  }
}

function read(key: string, place: 'tab' | 'browser'): SavedExam {
  const saved = readSaved(key, place)
  if (typeof saved !== 'object' || saved === null) return {}
  return Object.fromEntries(
    Object.entries(saved).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
