import type { ReactNode } from 'react'
import { loginAddress, type PageAddress } from '#shared/pages.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { parseReturnTo } from '../return-to.rules.ts'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'
import { canUsePasskeys } from '#features/people/two-factor/ui/passkeys.ts'
import { SecondFactorStep } from './second-factor-step.tsx'
import type { useLinkEntry } from './use-link-entry.ts'

type UsedLinkProps = {
  title: string
  message: string
  next: string | null | undefined
  entry: ReturnType<typeof useLinkEntry>
  /** Where a member who is logged in can start if there is no return-to URL. */
  start: { to: PageAddress; label: string }
  children?: ReactNode
}

/**
 * Shown after an emailed link was used. The member is either logged in, or must enter a second factor, or must log in.
 */
export function UsedLink({ title, message, next, entry, start, children }: UsedLinkProps) {
  const { login, entered } = entry
  const hasPasskeys = useIsHydrated() && canUsePasskeys()
  if (entered !== undefined) {
    return (
      <AccountFrame title={title}>
        <Notice kind="success">{entered}</Notice>
        <ButtonLink to={start.to} wide>
          {start.label}
        </ButtonLink>
      </AccountFrame>
    )
  }
  if (login.ways) {
    return (
      <AccountFrame title="One more step">
        <p>{message} Confirm it’s you to log in.</p>
        <SecondFactorStep
          ways={login.ways.filter((way) => way !== 'passkey' || hasPasskeys)}
          label="Login"
          onType={login.showCode}
          onPasskey={login.enterWithPasskey}
        />
      </AccountFrame>
    )
  }
  const back = parseReturnTo(next)
  return (
    <AccountFrame title={title}>
      <Notice kind="success">{message}</Notice>
      {login.failure && <Notice kind="error">{login.failure.why}</Notice>}
      {children}
      <ButtonLink to={back === undefined ? '/Login' : loginAddress(back)} wide>
        Go to Login
      </ButtonLink>
    </AccountFrame>
  )
}
