import { lazy } from '#platform/lazy.ts'

export const TOO_COMMON = 'This password is too easy to guess. Please choose another one.'

/** These rules are loaded on demand, because they include lists of 50,000 leaked passwords. */
const rules = lazy(() => import('./passwords.rules.ts'))

export async function isGuessable(password: string, owner: { username: string; email: string }): Promise<boolean> {
  return (await rules()).isGuessable(password, owner)
}
