import { pageAddress } from '#shared/pages.ts'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { EndpointInput } from '#shared/endpoint.ts'
import { defineActions, UNREACHABLE } from '#web/client/actions.ts'
import { callAsVisitor } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { save } from '#web/client/member-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, PasswordField, TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/register.page.ts'
import type { register as registerMember } from './login.contract.ts'
import { checkForm, RegistrationForm, useRecheckedErrors } from '#features/people/accounts/ui/member-forms.ts'
import { AccountFrame } from '#features/people/accounts/ui/account-frame.tsx'
import { getFieldTexts } from '#features/people/accounts/ui/form-text.ts'
import { makeBrowserKey } from './ui/browser-key.ts'
import { useIsHydrated } from '#features/people/accounts/ui/use-is-hydrated.ts'
import { formatPasswordHint } from '#features/people/accounts/ui/password-hint.ts'
import { REGISTERED } from './ui/registered.ts'
import { parseReturnTo } from './return-to.rules.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Create an Account',
    description: 'Create a free account to buy courses, study at your own pace, and listen to free podcasts.',
    path: '/Register/',
  })

const FIELDS = ['first_name', 'last_name', 'email', 'username', 'password', 'confirm_password'] as const

const actions = {
  register: async (body: EndpointInput<typeof registerMember>['body']) => {
    checkForm(RegistrationForm, body)
    return callAsVisitor<typeof registerMember>('POST /Academy/api/register/', { body })
  },
}

export const clientAction = defineActions(actions)

function readForm(form: HTMLFormElement) {
  return { ...getFieldTexts(form, FIELDS), accept_terms: new FormData(form).has('accept_terms') }
}

export default function RegisterPage() {
  const isReady = useIsHydrated()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const next = parseReturnTo(parameters.get('next'))
  const action = useAction<typeof actions>({ unreachable: UNREACHABLE })
  const { errors, onChange } = useRecheckedErrors(RegistrationForm, action, readForm)

  const register = async (form: HTMLFormElement) => {
    const registered = await action.submit('register', { ...readForm(form), next, browser_key: makeBrowserKey() })
    if (!registered) return
    save(REGISTERED, { email: registered.email, next })
    // Clears the form, as after a login, so that the browser can't restore its values.
    form.reset()
    await navigate(pageAddress('/Success/'))
  }

  return (
    <AccountFrame title="Create an Account">
      <Form onSubmit={register} onChange={onChange} className="flex flex-col gap-5">
        <ActionNotice action={action} fields={[...FIELDS, 'accept_terms']} />
        <div>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="First name"
              autoComplete="given-name"
              aria-describedby="name-hint"
              error={errors['first_name']}
              name="first_name"
            />
            <TextField
              label="Last name"
              autoComplete="family-name"
              aria-describedby="name-hint"
              error={errors['last_name']}
              name="last_name"
            />
          </div>
          <p id="name-hint" className="mt-1 text-sm text-muted">
            Optional for now. Required before you get a certificate.
          </p>
        </div>
        <TextField label="Email" type="email" autoComplete="email" aria-required error={errors['email']} name="email" />
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          error={errors['username']}
          name="username"
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          aria-required
          hint={formatPasswordHint(
            errors['password'],
            'A phrase of a few words is easy to remember and hard to guess.',
          )}
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
        <Checkbox aria-required error={errors['accept_terms']} name="accept_terms">
          I accept the{' '}
          <Link to={pageAddress('/TermsOfService/')} target="_blank" className="text-link underline underline-offset-4">
            Terms of Service
          </Link>{' '}
          and the{' '}
          <Link to={pageAddress('/PrivacyPolicy/')} target="_blank" className="text-link underline underline-offset-4">
            Privacy Policy
          </Link>
          .
        </Checkbox>
        <Button type="submit" wide busy={action.isBusy} disabled={!isReady}>
          Register
        </Button>
      </Form>
      <p className="-my-2 text-center">
        <TextLink to={{ pathname: '/Login', search: isReady ? parameters.toString() : '' }}>
          Already have an Account?
        </TextLink>
      </p>
    </AccountFrame>
  )
}
