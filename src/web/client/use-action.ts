import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { type Actions, describeError, getFieldErrors, type Outcome, type Submission, takeOutcome } from './actions.ts'

type Result<Act> = Act extends (...input: never[]) => Promise<infer Value> ? Value : never

type ActionOptions = {
  /** After the action succeeds, runs the page's loaders again; the action stays busy until their data is shown. */
  reloads?: boolean
  /** The message if there is no response, for actions that are safe to repeat. */
  unreachable?: string
  /** Returns the message for errors that the component describes itself. */
  describe?: (error: unknown) => string | undefined
  onError?: (error: unknown) => void
}

export type Action<Table extends Actions> = {
  isBusy: boolean
  /** Whether this action is running; with `input`, only if the action's input starts with these values. */
  isRunning: (name: keyof Table & string, ...input: unknown[]) => boolean
  /** Messages by field: `{why: 'Enter a reason.'}`. The first field with `aria-invalid` gets the focus. */
  errors: Readonly<Record<string, string>>
  /** Clears the message of a field that the user has changed. */
  clearError: (field: string) => void
  /** What to report about the last action; nothing while one is running. */
  status: { kind: 'success' | 'error'; text: string } | undefined
  /** The last action, and its error. */
  last: (keyof Table & string) | undefined
  error: unknown
  /** What the last action returned, if it had this name. */
  result: <Name extends keyof Table & string>(name: Name) => Result<Table[Name]> | undefined
  /**
   * Runs an action. While it is running, other calls are ignored. Resolves to what the action returned; undefined if it
   * failed.
   */
  submit: <Name extends keyof Table & string>(
    name: Name,
    ...input: Parameters<Table[Name]>
  ) => Promise<Result<Table[Name]> | undefined>
  /** Reports the outcome of a form that is no longer shown. */
  say: (text: string) => void
  /** Clears the last outcome. */
  clear: () => void
}

let submissions = 0

const INVALID = ':is(input, select, textarea)[aria-invalid="true"], [aria-invalid="true"] input'

/** Lets a component run its page's actions: `useAction<typeof noteActions>()`. */
export function useAction<Table extends Actions>(options: ActionOptions = {}): Action<Table> {
  const { reloads = false, unreachable, describe, onError } = options
  const fetcher = useFetcher<Outcome>()
  const isSubmitting = useRef(false)
  const pressed = useRef<Element>(null)
  const isBusy = fetcher.state !== 'idle'
  const running = isBusy ? (fetcher.json as Submission | undefined) : undefined
  const outcome = isBusy ? undefined : (fetcher.data ?? undefined)
  const error = outcome && 'error' in outcome ? outcome.error : undefined
  const found = getFieldErrors(error)
  const [said, setSaid] = useState<string>()
  const [cleared, setCleared] = useState<{ error: unknown; fields: readonly string[] }>()
  const changed = cleared?.error === error ? (cleared?.fields ?? []) : []
  const errors = Object.fromEntries(Object.entries(found).filter(([field]) => !changed.includes(field)))

  useEffect(() => {
    const { current } = pressed
    if (!outcome || !current) return
    pressed.current = null
    const invalid = (current.closest('form') ?? document.querySelector('main'))?.querySelector(INVALID)
    if (error !== undefined && invalid instanceof HTMLElement) invalid.focus()
    // A button loses the focus when it is disabled.
    else if (document.activeElement === document.body && current instanceof HTMLElement) current.focus()
  }, [outcome, error])

  const submit: Action<Table>['submit'] = async (name, ...input) => {
    if (isSubmitting.current) return undefined
    isSubmitting.current = true
    setSaid(undefined)
    pressed.current = document.activeElement
    const id = ++submissions
    try {
      const submission: Submission = { id, name, input }
      await fetcher.submit(submission as Parameters<typeof fetcher.submit>[0], {
        method: 'post',
        encType: 'application/json',
        defaultShouldRevalidate: reloads,
      })
    } finally {
      isSubmitting.current = false
    }
    const done = takeOutcome(id)
    if (!done) return undefined
    if ('result' in done) return done.result as never
    onError?.(done.error)
    return undefined
  }

  return {
    isBusy,
    isRunning: (name, ...input) =>
      running?.name === name && input.every((value, at) => Object.is(value, running.input[at])),
    errors,
    clearError: (field) => {
      if (field in errors) setCleared({ error, fields: [...changed, field] })
    },
    status:
      error === undefined
        ? toStatus('success', said ?? getMessage(outcome))
        : toStatus('error', describe?.(error) ?? describeError(error, unreachable)),
    last: outcome?.name,
    error,
    result: (name) => (outcome?.name === name && 'result' in outcome ? (outcome.result as never) : undefined),
    submit,
    say: (text) => {
      fetcher.reset()
      setSaid(text)
    },
    clear: () => {
      fetcher.reset()
      setSaid(undefined)
    },
  }
}

function getMessage(outcome: Outcome | undefined): unknown {
  if (!outcome || !('result' in outcome)) return undefined
  const { result } = outcome
  return result instanceof Object && 'message' in result ? result.message : result
}

function toStatus(kind: 'success' | 'error', text: unknown): Action<Actions>['status'] {
  return typeof text === 'string' && text !== '' ? { kind, text } : undefined
}
