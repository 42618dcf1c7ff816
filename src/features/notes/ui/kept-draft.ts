import { useState } from 'react'
import { keepInTab, keptInTab } from '#web/client/kept-in-tab.ts'

/** What is being written. `isChange`: a note that is kept already. */
export type Draft = { id: string; seconds: number; text: string; isChange: boolean }

export function newDraft(): Draft {
  return { id: crypto.randomUUID(), seconds: 0, text: '', isChange: false }
}

/** A note as it was typed, kept in this tab until it is sent: a reload or an expired session loses nothing. */
export function useKeptDraft(place: string): [Draft, (draft: Draft) => void] {
  const key = `note:${place}`
  const [draft, setDraft] = useState<Draft>(() => read(key) ?? newDraft())
  return [
    draft,
    (changed) => {
      setDraft(changed)
      keepInTab(key, changed.text === '' ? undefined : changed)
    },
  ]
}

function read(key: string): Draft | undefined {
  const kept = keptInTab(key)
  return isDraft(kept) ? kept : undefined
}

/** What another version kept is left alone. */
function isDraft(kept: unknown): kept is Draft {
  return (
    kept instanceof Object &&
    'id' in kept &&
    typeof kept.id === 'string' &&
    'seconds' in kept &&
    typeof kept.seconds === 'number' &&
    'text' in kept &&
    typeof kept.text === 'string' &&
    'isChange' in kept &&
    typeof kept.isChange === 'boolean'
  )
}
