import { useState } from 'react'
import { readSaved, save } from '#web/client/member-storage.ts'

type SavedExam = Readonly<Record<string, string>>

/** The key, among the saved answers, of the question where the learner stopped. */
const STOPPED_AT = 'at'

export type SavedAnswers = ReturnType<typeof useSavedAnswers>

/**
 * The answers by question, and where the learner stopped, until they are submitted. This tab keeps them across a
 * reload, an expired session, and a login; the answers of an attempt are also stored in the browser, for a later visit.
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
    /** False if the browser can't store anything. */
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
