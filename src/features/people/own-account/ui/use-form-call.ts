import { type FormEvent, useState } from 'react'
import { getFieldMessages, getErrorMessage } from '#features/people/accounts/ui/form-errors.ts'

type Outcome<Field extends string> =
  | { kind: 'success' | 'error'; text: string }
  | { kind: 'fields'; messages: Partial<Record<Field, string>> }

/**
 * A form with one call. `send` resolves to the server's message; then the form is cleared. On failure the input stays
 * and the first invalid field gets the focus.
 */
export function useFormCall<Field extends string>(
  fields: readonly Field[],
  send: (form: HTMLFormElement) => Promise<string>,
) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<Field>>()

  const submit = async (form: HTMLFormElement) => {
    setBusy(true)
    setOutcome(undefined)
    try {
      setOutcome({ kind: 'success', text: await send(form) })
      form.reset()
    } catch (error) {
      const messages = getFieldMessages(error, fields)
      const [first] = messages
      if (first === undefined) setOutcome({ kind: 'error', text: getErrorMessage(error) })
      else {
        setOutcome({ kind: 'fields', messages: Object.fromEntries(messages) as Partial<Record<Field, string>> })
        form.querySelector<HTMLInputElement>(`[name="${first[0]}"]`)?.focus()
      }
    } finally {
      setBusy(false)
    }
  }

  return {
    isBusy,
    /** The message above the fields. */
    notice: outcome?.kind === 'fields' ? undefined : outcome,
    errorOf: (field: Field) => (outcome?.kind === 'fields' ? outcome.messages[field] : undefined),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      void submit(event.currentTarget)
    },
  }
}
