import { useLocation, useNavigationType } from 'react-router'

/**
 * Returns state for a link on the login form, so that users don't have to type an email address again that they typed
 * there.
 */
export function withTypedEmail(typed: string) {
  return { state: { email: typed.includes('@') ? typed : '' } }
}

/** Returns that address, but not after Back or a reload, because the browser's history outlasts the visit. */
export function useTypedEmail(): string {
  const { state }: { state: unknown } = useLocation()
  const isNew = useNavigationType() !== 'POP'
  return isNew && state instanceof Object && 'email' in state && typeof state.email === 'string' ? state.email : ''
}
