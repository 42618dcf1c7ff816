import { useState } from 'react'
import type { Action } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { examActions } from './exam-actions.ts'
import { NameFields, formatPrintedName, type Name, PrintedName } from './name-fields.tsx'

type CertificateNameFormProps = {
  /** Explains why the form asks for the name. */
  why: string
  /** The name in the account; its fields are empty if the member gave none. */
  stored: Name
  action: Action<typeof examActions>
  onRequest: (name: Name) => Promise<void>
}

/** Asks for the name before the first certificate is issued and previews it as it will be printed. */
export function CertificateNameForm({ why, stored, action, onRequest }: CertificateNameFormProps) {
  const [name, setName] = useState<Name>({
    first_name: stored.first_name,
    last_name: stored.last_name,
    credentials_after_name: stored.credentials_after_name,
  })
  return (
    <Form className="flex w-full flex-col gap-4 text-left" onSubmit={() => onRequest(name)}>
      <Notice {...(action.status && { kind: 'error' })}>{action.status?.text ?? why}</Notice>
      <NameFields name={name} mistakes={action.errors} onChange={setName} />
      <PrintedName name={name} />
      <Button
        type="submit"
        variant="study"
        className="w-full self-center sm:w-64"
        busy={action.isBusy}
        disabled={formatPrintedName(name) === ''}
      >
        {action.isBusy ? 'Requesting Certificate...' : 'Request Certificate'}
      </Button>
    </Form>
  )
}
