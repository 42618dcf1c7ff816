import { type FormEvent, useState } from 'react'
import { ActionError } from '#web/client/actions.ts'
import { groupMessagesByField, type NewPasswordForm, type RegistrationForm } from '../member-forms.rules.ts'

export { NewPasswordForm, RegistrationForm } from '../member-forms.rules.ts'

type Rules = typeof RegistrationForm | typeof NewPasswordForm
type Errors = Readonly<Record<string, string | undefined>>

function findErrors(rules: Rules, form: object): Record<string, string> {
  const { error } = rules.safeParse(form)
  const messages = Object.entries(error ? groupMessagesByField(error) : {})
  return Object.fromEntries(messages.map(([field, [first = '']]) => [field, first]))
}

/** Validates a form before it is sent. Throws if it has errors. */
export function checkForm(rules: Rules, form: object): void {
  const errors = findErrors(rules, form)
  const [first] = Object.values(errors)
  if (first !== undefined) throw new ActionError(first, errors)
}

/** Returns the errors of a form that failed validation. When a field changes, it is validated again. */
export function useRecheckedErrors(
  rules: Rules,
  { error, errors }: { error: unknown; errors: Errors },
  read: (form: HTMLFormElement) => object,
) {
  const [rechecked, setRechecked] = useState<{ error: unknown; errors: Errors }>()
  const current = { ...errors, ...(rechecked?.error === error && rechecked?.errors) }
  return {
    errors: current,
    onChange: ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
      if (error === undefined) return
      const { name } = target as HTMLInputElement
      const found = findErrors(rules, read(currentTarget))
      // The two passwords must match, so both fields are validated.
      const changed = name === 'password' ? [name, 'confirm_password'] : [name]
      setRechecked({ error, errors: { ...current, ...Object.fromEntries(changed.map((each) => [each, found[each]])) } })
    },
  }
}
