import { defineActions } from '#web/client/actions.ts'
import { callAsVisitor } from '#web/client/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/end-session.page.ts'
import type { endSessionByLink } from './own-account.contract.ts'
import { type LinkActions, LinkPage } from './ui/link-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Log out a device', isPersonal: true })

export const clientAction = defineActions({
  use: (token) => callAsVisitor<typeof endSessionByLink>('POST /Academy/api/end-session/', { body: { token } }),
} satisfies LinkActions)

export default function EndSessionPage({ params: { token } }: Route.ComponentProps) {
  return (
    <LinkPage
      token={token}
      title="Wasn’t you?"
      label="Log out that device"
      next={
        <>
          <p>Someone may know your password. Choose a new one so they can’t log in again.</p>
          <ButtonLink to="/ForgotPassword" wide>
            Choose a new password
          </ButtonLink>
        </>
      }
    >
      Log out the device mentioned in our email. No login needed.
    </LinkPage>
  )
}
