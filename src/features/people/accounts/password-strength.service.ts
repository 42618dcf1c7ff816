import { lazy } from '#platform/lazy.ts'

export const TOO_COMMON = 'This password is too easy to guess. Please choose another one.'

/** With the lists of leaked passwords, fifty thousand of them. */
const rules = lazy(() => import('./passwords.rules.ts'))

/** Whether a password is among what attackers try first. */
export async function isGuessable(password: string, owner: { username: string; email: string }): Promise<boolean> {
  return (await rules()).isGuessable(password, owner)
}
