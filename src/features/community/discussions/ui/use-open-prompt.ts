import { type RefObject, useEffect, useRef, useState } from 'react'

export type OpenPrompt<What extends string> = {
  asked: What | undefined
  ask: (what: What) => void
  /** Nothing is asked any more, and nothing was done: the keyboard is where it was. */
  leave: () => void
  /** It was done. */
  finish: () => void
  /** Of what holds the buttons, each marked with `data-asks`. */
  row: RefObject<HTMLDivElement | null>
}

/** Which of several buttons has put its question in place of them all. */
export function useOpenPrompt<What extends string>(): OpenPrompt<What> {
  const [asked, setAsked] = useState<What>()
  const [left, setLeft] = useState<{ what: What }>()
  const row = useRef<HTMLDivElement>(null)
  // The button is there again by then.
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
