import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/success.page.ts'
import { AccountFrame } from './ui/account-frame.tsx'
import { useIsReady } from './ui/is-ready.ts'
import { ResendButton } from './ui/resend-button.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Almost Done!', path: '/Success/', isPersonal: true })

export default function SuccessPage() {
  const email = useCarriedEmail()
  const [isSentAgain, setSentAgain] = useState(false)
  return (
    <AccountFrame title="Almost Done!">
      <p>Please verify your email first to complete your registration.</p>
      {email ? (
        <p>
          We have sent a link to
          <strong className="block font-semibold">
            <EmailAddress address={email} />
          </strong>
        </p>
      ) : (
        <p>Open the link in the email we sent you.</p>
      )}
      {/* As high as each other, so that the buttons stay where they are pressed. */}
      {isSentAgain ? (
        <Notice kind="success">A new link is on its way. Check spam, too.</Notice>
      ) : (
        <p className="text-sm text-muted">
          The link works for 24 hours. If you do not see the message, please check your spam folder.
        </p>
      )}
      <div className="flex flex-col gap-3">
        <ButtonLink to="/Login" wide>
          Go to Login
        </ButtonLink>
        {email && <ResendButton email={email} onSent={setSentAgain} />}
      </div>
    </AccountFrame>
  )
}

/** From the registration form, kept by the browser when the page is loaded again; or from a link's `?email=`. */
function useCarriedEmail(): string | undefined {
  const { state }: { state: unknown } = useLocation()
  const [parameters] = useSearchParams()
  // The server knows neither: its page is the same for everybody.
  if (!useIsReady()) return undefined
  const carried =
    typeof state === 'object' && state !== null && 'email' in state ? state.email : parameters.get('email')
  return typeof carried === 'string' && carried.includes('@') ? carried : undefined
}
