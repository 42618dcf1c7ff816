import { defineActions } from '#web/client/actions.ts'
import { callAsVisitor } from '#web/client/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/end-session.page.ts'
import type { endSessionByLink } from './own-account.contract.ts'
import { type LinkActions, LinkPage } from './ui/link-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Log out another device', isPersonal: true })

export const clientAction = defineActions({
  use: (token) => callAsVisitor<typeof endSessionByLink>('POST /Academy/api/end-session/', { body: { token } }),
} satisfies LinkActions)

export default function EndSessionPage({ params: { token } }: Route.ComponentProps) {
  return (
    <LinkPage
      token={token}
      title="Was this not you?"
      label="Log that device out"
      next={
        <>
          <p>Whoever it was may know your password, and can log in again until you choose a new one.</p>
          <ButtonLink to="/ForgotPassword" wide>
            Choose a new password
          </ButtonLink>
        </>
      }
    >
      Press the button to log out the device that our mail tells of, wherever it is logged in from there. You need not
      log in for it.
    </LinkPage>
  )
}
