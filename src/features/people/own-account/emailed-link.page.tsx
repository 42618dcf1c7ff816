import { defineActions, UNREACHABLE } from '#web/client/actions.ts'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { EmailLink } from '#web/shell/email-link.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'
import type { Route } from './+types/emailed-link.page.ts'
import type { confirmEmail, endSessionByLink, keepEmail } from './own-account.contract.ts'

const actions = {
  confirmEmail: (token: string) =>
    callAsVisitor<typeof confirmEmail>('POST /Academy/api/confirm-email/', { body: { token } }),
  endSession: (token: string) =>
    callAsVisitor<typeof endSessionByLink>('POST /Academy/api/end-session/', { body: { token } }),
  keepEmail: (token: string) => callAsVisitor<typeof keepEmail>('POST /Academy/api/keep-email/', { body: { token } }),
}

export const clientAction = defineActions(actions)

/** What each link does. `next` is where to continue after success, or if the link is invalid. */
const LINKS = {
  'confirm-email': {
    act: 'confirmEmail',
    name: 'Confirm your new email',
    title: 'Confirm your new email',
    text: 'Select the button to confirm your new email address.',
    label: 'Confirm this address',
    next: (
      <ButtonLink to="/Account/" wide>
        Go to your account
      </ButtonLink>
    ),
  },
  'end-session': {
    act: 'endSession',
    name: 'Log out a device',
    title: 'Don’t recognize this login?',
    text: 'Log out the device mentioned in our email. No login needed.',
    label: 'Log out that device',
    next: (
      <>
        <p>Someone else might know your password. Choose a new one so they can’t log in again.</p>
        <ButtonLink to="/ForgotPassword" wide>
          Choose a new password
        </ButtonLink>
      </>
    ),
  },
  'keep-email': {
    act: 'keepEmail',
    name: 'Cancel an email change',
    title: 'Cancel the email change?',
    text: 'We received a request to change your account’s email. Cancel it to keep your current email. No login needed.',
    label: 'Cancel the change',
    next: (
      <p>
        If you didn’t ask us to change your email, please email <EmailLink />.
      </p>
    ),
  },
} as const

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: LINKS[matches[2].id].name, isPersonal: true })

/**
 * The page that an emailed link opens. Opening it changes nothing, because email scanners also open links. Only the
 * button does.
 */
export default function EmailedLinkPage({ params: { token }, matches }: Route.ComponentProps) {
  const { act, title, text, label, next } = LINKS[matches[2].id]
  const isReady = useIsHydrated()
  const action = useAction<typeof actions>({ unreachable: UNREACHABLE })
  const isDone = action.result(act) !== undefined
  // An invalid link remains invalid, but other errors may be temporary.
  if (isDone || (action.error instanceof ApiError && action.error.status === 400)) {
    return (
      <AccountFrame title={isDone ? 'Done' : 'This link doesn’t work'}>
        <ActionNotice action={action} />
        {next}
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title={title}>
      <p>{text}</p>
      <ActionNotice action={action} />
      <Button wide busy={action.isBusy} disabled={!isReady} onClick={() => void action.submit(act, token)}>
        {label}
      </Button>
    </AccountFrame>
  )
}
