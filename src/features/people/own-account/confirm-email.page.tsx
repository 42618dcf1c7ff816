import { callAsVisitor } from '#web/client/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/confirm-email.page.ts'
import type { confirmEmail } from './own-account.contract.ts'
import { LinkPage } from './ui/link-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Confirm your new email', isPersonal: true })

export default function ConfirmEmailPage({ params: { token } }: Route.ComponentProps) {
  const confirm = async () => {
    const { message } = await callAsVisitor<typeof confirmEmail>('POST /Academy/api/confirm-email/', {
      body: { token },
    })
    return message
  }
  return (
    <LinkPage
      title="Confirm your new email"
      label="Confirm this address"
      act={confirm}
      next={() => (
        <ButtonLink to="/Account/" wide>
          Go to your account
        </ButtonLink>
      )}
    >
      Press the button, and this address is the one of your account.
    </LinkPage>
  )
}
