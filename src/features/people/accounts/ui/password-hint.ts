import { MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from '../member-forms.rules.ts'

/** Returns the rule for a password's length, and advice. The rule is omitted if the error message already states it. */
export function formatPasswordHint(error: string | undefined, rest: string): string {
  return error === PASSWORD_TOO_SHORT ? rest : `At least ${MIN_PASSWORD_LENGTH} characters. ${rest}`.trimEnd()
}
