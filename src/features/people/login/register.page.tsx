import { pageAddress } from '#shared/pages.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { callAsVisitor } from '#web/client/api.ts'
import { save } from '#web/client/member-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, PasswordField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/register.page.ts'
import type { register as registerMember } from './login.contract.ts'
import { RegistrationForm } from '#features/people/accounts/ui/member-forms.ts'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { getErrorMessage, setFieldErrors } from '#features/people/accounts/ui/form-errors.ts'
import { makeBrowserKey } from './ui/browser-key.ts'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'
import { formatPasswordHint } from '#features/people/accounts/ui/password-hint.ts'
import { REGISTERED } from './ui/registered.ts'
import { parseReturnTo } from './return-to.rules.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Create an Account',
    description:
      'Create a free account to buy courses, study at your own pace, and listen to the free podcasts right away.',
    path: '/Register/',
  })

const FIELDS = ['first_name', 'last_name', 'email', 'username', 'password', 'confirm_password', 'accept_terms'] as const

export default function RegisterPage() {
  const isReady = useIsHydrated()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const next = parseReturnTo(parameters.get('next'))
  const [problem, setProblem] = useState<string>()
  // No default values: keeps what was typed before scripts ran.
  const { register, handleSubmit, reset, setError, formState } = useForm<RegistrationForm>({
    resolver: zodResolver(RegistrationForm),
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (form) => {
    setProblem(undefined)
    try {
      const { email } = await callAsVisitor<typeof registerMember>('POST /Academy/api/register/', {
        body: { ...form, next, browser_key: makeBrowserKey() },
      })
      save(REGISTERED, { email, next })
      // As after a login, leaves nothing for the browser to restore.
      reset()
      await navigate(pageAddress('/Success/'))
    } catch (error) {
      if (!setFieldErrors(error, FIELDS, setError)) setProblem(getErrorMessage(error))
    }
  })

  return (
    <AccountFrame title="Create an Account">
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {problem && <Notice kind="error">{problem}</Notice>}
        <div>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="First name"
              autoComplete="given-name"
              aria-describedby="name-hint"
              error={errors.first_name?.message}
              {...register('first_name')}
            />
            <TextField
              label="Last name"
              autoComplete="family-name"
              aria-describedby="name-hint"
              error={errors.last_name?.message}
              {...register('last_name')}
            />
          </div>
          <p id="name-hint" className="mt-1 text-sm text-muted">
            Your name is optional. It is printed on your certificates.
          </p>
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...register('username')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={formatPasswordHint(
            errors.password?.message,
            'A few words together are easy to remember and hard to guess.',
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
        <Checkbox error={errors.accept_terms?.message} {...register('accept_terms')}>
          I accept the{' '}
          <Link to={pageAddress('/TermsOfService/')} target="_blank" className="text-link underline underline-offset-4">
            Terms of Service
          </Link>{' '}
          and the{' '}
          <Link
            to={pageAddress('/PrivacyPolicy/')}
            target="_blank"
            className="whitespace-nowrap text-link underline underline-offset-4"
          >
            Privacy Policy
          </Link>
          .
        </Checkbox>
        <Button type="submit" wide busy={isSubmitting} disabled={!isReady}>
          Register
        </Button>
      </form>
      <p className="-my-2 text-center">
        <TextLink to={{ pathname: '/Login', search: isReady ? parameters.toString() : '' }}>
          Already have an Account?
        </TextLink>
      </p>
    </AccountFrame>
  )
}
