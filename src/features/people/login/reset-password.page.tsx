import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { dropToken } from '#web/client/session.ts'
import type { Route } from './+types/reset-password.page.ts'
import type { resetPassword } from './login.contract.ts'
import { NewPasswordForm } from '#features/people/accounts/ui/member-forms.ts'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { getErrorMessage, setFieldErrors } from '#features/people/accounts/ui/form-errors.ts'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'
import { UsedLink } from './ui/used-link.tsx'
import { formatPasswordHint } from '#features/people/accounts/ui/password-hint.ts'
import { useLinkEntry } from './ui/use-link-entry.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Choose a password', isPersonal: true })

const FIELDS = ['password', 'confirm_password'] as const

export default function ResetPasswordPage({ params }: Route.ComponentProps) {
  const isReady = useIsHydrated()
  const [problem, setProblem] = useState<{ text: string; isDeadLink: boolean }>()
  const [done, setDone] = useState<{ text: string; next: string | null }>()
  const [parameters] = useSearchParams()
  const entry = useLinkEntry()
  // Members whose accounts staff created continue to what was given to them. The server-rendered page is the same for
  // everyone.
  const isFirst = isReady && parameters.has('next')
  const { register, handleSubmit, setError, formState } = useForm<NewPasswordForm>({
    resolver: zodResolver(NewPasswordForm),
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (form) => {
    setProblem(undefined)
    try {
      const body = { ...form, token: params.token, sign_in: true }
      const reply = await callAsVisitor<typeof resetPassword>('POST /Academy/api/reset-password/', { body })
      // The server ended all sessions of this account, including this browser's.
      dropToken()
      // Invited staff continue to the studio; enrolled members to what they were given.
      const next = reply.next ?? parameters.get('next')
      setDone({ text: reply.message, next })
      await entry.enter({ ...reply, next })
    } catch (error) {
      if (setFieldErrors(error, FIELDS, setError)) return
      setProblem({ text: getErrorMessage(error), isDeadLink: error instanceof ApiError && error.status === 400 })
    }
  })

  if (done && !entry.isGoingOn) {
    return (
      <UsedLink
        title={isFirst ? 'Your password is set' : 'Password changed'}
        message={done.text}
        next={done.next}
        entry={entry}
        start={{ to: '/MyAcademy/', label: 'Go to My Academy' }}
      />
    )
  }
  if (problem?.isDeadLink) {
    return (
      <AccountFrame title="This link does not work">
        <Notice kind="error">{problem.text}</Notice>
        <ButtonLink to="/ForgotPassword" wide>
          Request a new link
        </ButtonLink>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title={isFirst ? 'Choose your password' : 'Choose a new password'}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {problem && <Notice kind="error">{problem.text}</Notice>}
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={formatPasswordHint(
            errors.password?.message,
            isFirst ? '' : 'You will be logged out on all your devices.',
          )}
          error={errors.password?.message}
          {...register('password', { deps: ['confirm_password'] })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirm_password?.message}
          {...register('confirm_password')}
        />
        <Button type="submit" wide busy={isSubmitting || entry.isGoingOn} disabled={!isReady}>
          {isFirst ? 'Set password' : 'Change password'}
        </Button>
      </form>
    </AccountFrame>
  )
}
