import { useState } from 'react'

/** The text typed into a field that shows a loaded value, until a different value is loaded. */
export function useTyped(loaded: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(loaded)
  const [before, setBefore] = useState(loaded)
  if (before !== loaded) {
    setBefore(loaded)
    setTyped(loaded)
  }
  return [typed, setTyped]
}
