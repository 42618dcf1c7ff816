import { useSearchParams } from 'react-router'
import { loginAddress } from '#shared/pages.ts'
import type { EndpointInput } from '#shared/endpoint.ts'
import { defineActions, UNREACHABLE } from '#web/client/actions.ts'
import { callAsVisitor } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/forgot-password.page.ts'
import type { forgotPassword } from './login.contract.ts'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { getFieldText } from '#features/people/accounts/ui/form-text.ts'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'
import { useTypedEmail } from './ui/typed-email.ts'
import { parseReturnTo } from './return-to.rules.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Forgot your password?',
    description: 'We’ll email you a link to choose a new password.',
    path: '/ForgotPassword/',
  })

const actions = {
  sendLink: (body: EndpointInput<typeof forgotPassword>['body']) =>
    callAsVisitor<typeof forgotPassword>('POST /Academy/api/forgot-password/', { body }),
}

export const clientAction = defineActions(actions)

export default function ForgotPasswordPage() {
  const isReady = useIsHydrated()
  const [parameters] = useSearchParams()
  const next = parseReturnTo(parameters.get('next'))
  const typed = useTypedEmail()
  // Before hydration, this must not depend on the URL, because the server-rendered page is the same for everyone.
  const login = isReady && next ? loginAddress(next) : '/Login'
  const action = useAction<typeof actions>({ unreachable: UNREACHABLE })
  const isSent = action.result('sendLink') !== undefined

  return (
    <AccountFrame title={isSent ? 'Check your email' : 'Forgot your password?'}>
      {isSent ? (
        <>
          <ActionNotice action={action} />
          <p className="text-sm text-muted">
            The link works for 1 hour. If you don’t see the email, check your spam folder.
          </p>
          <ButtonLink to={login} variant="quiet" wide>
            Back to login
          </ButtonLink>
        </>
      ) : (
        <>
          <Form
            onSubmit={(form) => action.submit('sendLink', { email: getFieldText(form, 'email'), next })}
            className="flex flex-col gap-5"
          >
            <p>Enter your email. We’ll send you a link to choose a new password.</p>
            <ActionNotice action={action} fields={['email']} />
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              aria-required
              defaultValue={typed}
              error={action.errors['email']}
            />
            <Button type="submit" wide busy={action.isBusy} disabled={!isReady}>
              Send link
            </Button>
          </Form>
          <p className="-my-2 text-center">
            <TextLink to={login}>Back to login</TextLink>
          </p>
        </>
      )}
    </AccountFrame>
  )
}
