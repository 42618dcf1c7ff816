import { defineActions } from '#web/client/actions.ts'
import { callAsVisitor } from '#web/client/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/confirm-email.page.ts'
import type { confirmEmail } from './own-account.contract.ts'
import { type LinkActions, LinkPage } from './ui/link-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Confirm your new email', isPersonal: true })

export const clientAction = defineActions({
  use: (token) => callAsVisitor<typeof confirmEmail>('POST /Academy/api/confirm-email/', { body: { token } }),
} satisfies LinkActions)

export default function ConfirmEmailPage({ params: { token } }: Route.ComponentProps) {
  return (
    <LinkPage
      token={token}
      title="Confirm your new email"
      label="Confirm this address"
      next={
        <ButtonLink to="/Account/" wide>
          Go to your account
        </ButtonLink>
      }
    >
      Click below to confirm your new email address.
    </LinkPage>
  )
}
