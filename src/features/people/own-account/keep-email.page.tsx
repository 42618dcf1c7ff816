import { defineActions } from '#web/client/actions.ts'
import { callAsVisitor } from '#web/client/api.ts'
import { EmailLink } from '#web/shell/email-link.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/keep-email.page.ts'
import type { keepEmail } from './own-account.contract.ts'
import { type LinkActions, LinkPage } from './ui/link-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Cancel an email change', isPersonal: true })

export const clientAction = defineActions({
  use: (token) => callAsVisitor<typeof keepEmail>('POST /Academy/api/keep-email/', { body: { token } }),
} satisfies LinkActions)

export default function KeepEmailPage({ params: { token } }: Route.ComponentProps) {
  return (
    <LinkPage
      token={token}
      title="Cancel the email change?"
      label="Cancel the change"
      next={
        <p>
          If you didn’t ask us to change your email, please email <EmailLink />.
        </p>
      }
    >
      We received a request to change your account’s email. Cancel it to keep your current email. No login needed.
    </LinkPage>
  )
}
