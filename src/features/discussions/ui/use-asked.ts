import { type RefObject, useRef, useState } from 'react'

type Used<What extends string> = {
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
export function useAsked<What extends string>(): Used<What> {
  const [asked, setAsked] = useState<What>()
  const row = useRef<HTMLDivElement>(null)
  return {
    asked,
    ask: setAsked,
    row,
    finish: () => setAsked(undefined),
    leave() {
      setAsked(undefined)
      requestAnimationFrame(() => row.current?.querySelector<HTMLElement>(`[data-asks="${asked}"]`)?.focus())
    },
  }
}
