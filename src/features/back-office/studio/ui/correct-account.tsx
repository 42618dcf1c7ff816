import { useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { Action } from '#web/client/use-action.ts'
import { formatCertificateName } from '#shared/printed-name.ts'
import { readEmail } from '#shared/typed-emails.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { TypedField } from '#web/ui/typed-field.tsx'
import type { readMember } from '../people.contract.ts'
import { InlinePrompt } from './inline-prompt.tsx'
import type { memberActions } from './member-actions.ts'

type Person = EndpointReply<typeof readMember>

type MemberAction = Action<typeof memberActions>

/** Corrects a member's name or email address, if the caller may. */
export function CorrectAccount({ person, action }: { person: Person; action: MemberAction }) {
  return (
    <>
      {person.may.change_name && (
        <InlinePrompt label="Correct name…">
          {(close) => <NameForm person={person} action={action} onClose={close} />}
        </InlinePrompt>
      )}
      {person.may.change_email && (
        <InlinePrompt label="Change email…">
          {(close) => <EmailForm person={person} action={action} onClose={close} />}
        </InlinePrompt>
      )}
    </>
  )
}

type FormProps = { person: Person; action: MemberAction; onClose: () => void }

const NAME_FIELDS = [
  { field: 'first_name', label: 'First name', hint: undefined },
  { field: 'last_name', label: 'Last name', hint: undefined },
  { field: 'credentials_after_name', label: 'Credentials after the name', hint: 'Such as RN, BSN.' },
] as const

function NameForm({ person, action, onClose }: FormProps) {
  const [name, setName] = useState({
    first_name: person.first_name,
    last_name: person.last_name,
    credentials_after_name: person.credentials_after_name,
  })
  // The value when the form was opened, so that a reload does not hide a colleague's change.
  const [printed] = useState(() =>
    formatCertificateName({
      firstName: person.first_name,
      lastName: person.last_name,
      credentialsAfterName: person.credentials_after_name,
    }),
  )
  const [isPrinted, setPrinted] = useState(false)
  const hasCertificate = person.examinations.some(({ certificate, is_revoked: isRevoked }) => certificate && !isRevoked)
  const save = async () => {
    const body = { ...name, on_certificates: isPrinted, instead_of: printed }
    if (await action.submit('correctName', person.id, body)) onClose()
  }
  return (
    <Form className="flex max-w-text flex-col gap-4" onSubmit={save}>
      {NAME_FIELDS.map(({ field, label, hint }) => (
        <TextField
          key={field}
          label={label}
          hint={hint}
          autoComplete="off"
          value={name[field]}
          error={action.errors[field]}
          onChange={({ currentTarget }) => setName({ ...name, [field]: currentTarget.value })}
        />
      ))}
      {hasCertificate && (
        <Checkbox checked={isPrinted} onChange={({ currentTarget }) => setPrinted(currentTarget.checked)}>
          Also correct the name on certificates that the member already has. We sign them again, and files downloaded
          before become invalid. If you don’t check this box, they keep the old name.
        </Checkbox>
      )}
      <FormEnd label="Save name" action={action} onClose={onClose} />
    </Form>
  )
}

function EmailForm({ person, action, onClose }: FormProps) {
  const [email, setEmail] = useState('')
  const send = async () => {
    if (await action.submit('changeEmail', person.id, email)) onClose()
  }
  return (
    <Form className="flex max-w-text flex-col gap-4" onSubmit={send}>
      <TypedField
        label="New email"
        type="email"
        read={readEmail}
        hint={
          person.is_verified
            ? 'We’ll notify the current address now. If no one cancels with the link in that message within 3 days, we’ll send a link to the new address. The email address changes when that link is opened.'
            : 'We’ll send a link to the new address. The email address changes when that link is opened.'
        }
        value={email}
        error={action.errors['email']}
        onChange={setEmail}
      />
      <FormEnd label="Change email" action={action} onClose={onClose} />
    </Form>
  )
}

function FormEnd({ label, action, onClose }: { label: string; action: MemberAction; onClose: () => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={action.isBusy}>
        {label}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </div>
  )
}
