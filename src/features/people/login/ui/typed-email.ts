import { useLocation, useNavigationType } from 'react-router'

/** For a link from the login form: an email typed there need not be typed again. */
export function withTypedEmail(typed: string) {
  return { state: { email: typed.includes('@') ? typed : '' } }
}

/** Ignored after Back or a reload, since the browser's history outlives the visitor. */
export function useTypedEmail(): string {
  const { state }: { state: unknown } = useLocation()
  const isNew = useNavigationType() !== 'POP'
  return isNew && state instanceof Object && 'email' in state && typeof state.email === 'string' ? state.email : ''
}
