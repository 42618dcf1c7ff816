import { useLocation, useNavigationType } from 'react-router'

/** Location state for a link on the login form, so that an email typed there need not be typed again. */
export function withTypedEmail(typed: string) {
  return { state: { email: typed.includes('@') ? typed : '' } }
}

/** Ignored after Back or a reload, since browser history outlasts the visit. */
export function useTypedEmail(): string {
  const { state }: { state: unknown } = useLocation()
  const isNew = useNavigationType() !== 'POP'
  return isNew && state instanceof Object && 'email' in state && typeof state.email === 'string' ? state.email : ''
}
