import { useSearchParams } from 'react-router'
import type { EndpointInput } from '#shared/endpoint.ts'
import { defineActions, UNREACHABLE } from '#web/client/actions.ts'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { dropToken } from '#web/client/session.ts'
import type { Route } from './+types/reset-password.page.ts'
import type { resetPassword } from './login.contract.ts'
import { checkForm, NewPasswordForm, useRecheckedErrors } from '#features/people/accounts/ui/member-forms.ts'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { getFieldTexts } from '#features/people/accounts/ui/form-text.ts'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'
import { UsedLink } from './ui/used-link.tsx'
import { formatPasswordHint } from '#features/people/accounts/ui/password-hint.ts'
import { useLinkEntry } from './ui/use-link-entry.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Choose a password', isPersonal: true })

const FIELDS = ['password', 'confirm_password'] as const

const actions = {
  changePassword: async (body: EndpointInput<typeof resetPassword>['body']) => {
    checkForm(NewPasswordForm, body)
    const reply = await callAsVisitor<typeof resetPassword>('POST /Academy/api/reset-password/', { body })
    // The server has ended all sessions of this account, including the one in this browser.
    dropToken()
    return reply
  },
}

export const clientAction = defineActions(actions)

const readForm = (form: HTMLFormElement) => getFieldTexts(form, FIELDS)

export default function ResetPasswordPage({ params }: Route.ComponentProps) {
  const isReady = useIsHydrated()
  const action = useAction<typeof actions>({ unreachable: UNREACHABLE })
  const { errors, onChange } = useRecheckedErrors(NewPasswordForm, action, readForm)
  const { error } = action
  const done = action.result('changePassword')
  const [parameters] = useSearchParams()
  const entry = useLinkEntry()
  // Members whose account staff created continue to the product to which they have access. Before hydration, this must
  // not depend on the URL, because the server-rendered page is the same for everyone.
  const isFirst = isReady && parameters.has('next')
  // Invited staff continue to the studio, and enrolled members to the product to which they have access.
  const getNext = (reply: NonNullable<typeof done>) => reply.next ?? parameters.get('next')

  const change = async (form: HTMLFormElement) => {
    const reply = await action.submit('changePassword', {
      ...readForm(form),
      token: params.token,
      sign_in: true,
    })
    if (reply) await entry.enter({ ...reply, next: getNext(reply) })
  }

  if (done && !entry.isGoingOn) {
    return (
      <UsedLink
        title={isFirst ? 'Password created' : 'Password changed'}
        message={done.message}
        next={getNext(done)}
        entry={entry}
        start={{ to: '/MyAcademy/', label: 'Go to My Academy' }}
      />
    )
  }
  if (
    error instanceof ApiError &&
    error.status === 400 &&
    FIELDS.every((field) => action.errors[field] === undefined)
  ) {
    return (
      <AccountFrame title="This link doesn’t work">
        <ActionNotice action={action} />
        <ButtonLink to="/ForgotPassword" wide>
          Request a new link
        </ButtonLink>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title={isFirst ? 'Choose your password' : 'Choose a new password'}>
      <Form onSubmit={change} onChange={onChange} className="flex flex-col gap-5">
        <ActionNotice action={action} fields={FIELDS} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          aria-required
          hint={formatPasswordHint(errors['password'], isFirst ? '' : 'You’ll be logged out of all other devices.')}
          error={errors['password']}
          name="password"
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          aria-required
          error={errors['confirm_password']}
          name="confirm_password"
        />
        <Button type="submit" wide busy={action.isBusy || entry.isGoingOn} disabled={!isReady}>
          {isFirst ? 'Set password' : 'Change password'}
        </Button>
      </Form>
    </AccountFrame>
  )
}
