import { useState } from 'react'
import { ApiError } from '#web/client/api.ts'

export type ActionResult = { text: string; isProblem: boolean }

/** Runs one of several actions at a time and keeps the last result: a message, or nothing when it is visible. */
export function useAsyncAction<What extends string>() {
  const [busy, setBusy] = useState<What>()
  const [result, setResult] = useState<ActionResult>()
  const attempt = async (what: What, act: () => Promise<string | undefined>) => {
    setBusy(what)
    setResult(undefined)
    try {
      const text = await act()
      if (text !== undefined) setResult({ text, isProblem: false })
    } catch (error) {
      console.error(error)
      const text = error instanceof ApiError ? error.message : 'The academy could not be reached. Please try again.'
      setResult({ text, isProblem: true })
    }
    setBusy(undefined)
  }
  return { busy, result, attempt }
}
