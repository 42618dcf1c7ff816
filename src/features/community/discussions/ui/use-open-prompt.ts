import { type RefObject, useEffect, useRef, useState } from 'react'

export type OpenPrompt<What extends string> = {
  asked: What | undefined
  ask: (what: What) => void
  /** Cancels, and returns the focus to the button. */
  leave: () => void
  finish: () => void
  /** The element with the buttons, each marked with `data-asks`. */
  row: RefObject<HTMLDivElement | null>
}

/** Which of several buttons has replaced all of them with its prompt. */
export function useOpenPrompt<What extends string>(): OpenPrompt<What> {
  const [asked, setAsked] = useState<What>()
  const [left, setLeft] = useState<{ what: What }>()
  const row = useRef<HTMLDivElement>(null)
  // The button has been rendered again by the time this runs.
  useEffect(() => {
    if (left) row.current?.querySelector<HTMLElement>(`[data-asks="${left.what}"]`)?.focus()
  }, [left])
  return {
    asked,
    ask: setAsked,
    row,
    finish: () => setAsked(undefined),
    leave() {
      setAsked(undefined)
      if (asked !== undefined) setLeft({ what: asked })
    },
  }
}
