import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { ActionError, defineActions, UNREACHABLE } from '#web/client/actions.ts'
import { ApiError, callAsVisitor } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { extractCertificateId } from './certificate-id.rules.ts'
import type { findCertificate } from './certificates.contract.ts'
import { CertificateContact } from './ui/certificate-contact.tsx'
import type { Route } from './+types/find-certificate.page.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Verify a certificate',
    description: 'Enter the ID on a certificate to see whether it’s valid, who earned it, and what it means.',
    path: '/Certificate/',
  })

const actions = {
  find: async (typed: string) => {
    const id = extractCertificateId(typed)
    if (id === '') throw toFieldError('Enter the ID on the certificate.')
    try {
      return await callAsVisitor<typeof findCertificate>('GET /Academy/api/certificate/find/:id/', {
        params: { id: id.slice(0, 400) },
      })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw toFieldError(error.message)
      throw error
    }
  },
}

function toFieldError(message: string): ActionError {
  return new ActionError(message, { id: message })
}

export const clientAction = defineActions(actions)

export default function FindCertificatePage() {
  const navigate = useNavigate()
  const action = useAction<typeof actions>({ unreachable: UNREACHABLE })
  const find = async (form: HTMLFormElement) => {
    const typed = new FormData(form).get('id')
    const found = await action.submit('find', typeof typed === 'string' ? typed : '')
    if (found) await navigate(pageAddress('/Certificate/:id', found))
  }
  return (
    <div className="page-width">
      <PageHeading title="Verify a certificate">
        <p>
          You’ll see whether it’s valid, who earned it, what the course covered, and what it does and doesn’t certify.
        </p>
      </PageHeading>
      <Form
        onSubmit={find}
        className="flex max-w-[36rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8"
      >
        <ActionNotice action={action} fields={['id']} />
        <TextField
          label="Certificate ID"
          name="id"
          hint="It’s on the certificate, below the dates. You can also paste the certificate’s link."
          aria-required
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="font-mono"
          error={action.errors['id']}
          onChange={() => action.clearError('id')}
        />
        <Button type="submit" busy={action.isBusy} className="self-start max-sm:w-full">
          Verify
        </Button>
      </Form>
      <CertificateContact />
    </div>
  )
}
