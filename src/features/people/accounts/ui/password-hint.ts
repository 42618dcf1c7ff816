import { MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from '../member-forms.rules.ts'

/** How long a password must be, and what else there is to know; the first half is left out while the error above it says the same. */
export function formatPasswordHint(error: string | undefined, rest: string): string {
  return error === PASSWORD_TOO_SHORT ? rest : `At least ${MIN_PASSWORD_LENGTH} characters. ${rest}`.trimEnd()
}
