import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '#web/client/api.ts'
import { Notice } from '#web/ui/notice.tsx'

type Outcome = { kind: 'success' | 'error' | 'info'; text: string }

/** A button's action: runs one at a time and reports success or failure. Focuses the first invalid field. */
export type Action = {
  isBusy: boolean
  outcome: ReactNode
  /** Validation errors by field: `{why: 'Please say why.'}`. */
  wrong: Readonly<Record<string, string>>
  run: (act: () => Promise<Outcome | string | undefined>) => Promise<void>
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false)
  const [status, setStatus] = useState<Outcome>()
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const isRunning = useRef(false)
  useEffect(() => {
    if (Object.keys(wrong).length > 0) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }, [wrong])
  const run: Action['run'] = async (act) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setStatus(undefined)
    setWrong({})
    try {
      const outcome = await act()
      setStatus(typeof outcome === 'string' ? { kind: 'success', text: outcome } : outcome)
    } catch (error) {
      console.error(error)
      const fields = getFieldErrors(error)
      setWrong(fields)
      const [first] = Object.values(fields)
      setStatus({ kind: 'error', text: first ?? formatError(error) })
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, wrong, run, outcome: status && <Notice kind={status.kind}>{status.text}</Notice> }
}

/** Without a reply from the academy, the outcome is unknown. */
function formatError(error: unknown): string {
  if (error instanceof ApiError && (error.status < 500 || isExpectedError(error.body['code']))) return error.message
  return 'No answer came, so it may or may not have been done. Load the page again and look before you repeat it.'
}

/** For an unexpected error the academy says only that there was one. */
function isExpectedError(code: unknown): boolean {
  return typeof code === 'string' && code !== 'internal'
}

function getFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const { fields } = error.body
  if (!(fields instanceof Object)) return {}
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, messages]: [string, unknown]) => {
      const first: unknown = Array.isArray(messages) ? messages[0] : undefined
      return typeof first === 'string' ? [[field, first]] : []
    }),
  )
}

/** Runs an action that returns a message, and reloads the page's data. */
export function useReload({ run }: Action) {
  const { revalidate } = useRevalidator()
  return (act: () => Promise<{ message: string }>) =>
    run(async () => {
      const { message } = await act()
      await revalidate()
      return message
    })
}
