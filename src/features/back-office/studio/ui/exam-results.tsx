import { type ReactNode, useState } from 'react'
import {
  type Profession,
  PROFESSIONS,
  STATE_OPTIONS,
} from '#features/credentials/contact-hours/license-choices.contract.ts'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { type Action, useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import type { readMember } from '../people.contract.ts'
import type { certificateActions } from './certificate-actions.ts'
import { InlinePrompt } from './inline-prompt.tsx'
import { ItemList, ItemText } from './lists.tsx'
import { ReasonField } from './reason-field.tsx'

type Person = EndpointReply<typeof readMember>
type Result = Person['examinations'][number]
type CertificateAction = Action<typeof certificateActions>

/** A member's exams, and what staff may do with each certificate. */
export function ExamResults({ person }: { person: Person }) {
  return (
    <AccountCard id="examinations" title="Exams and certificates">
      <ItemList lines={person.examinations} keyOf={({ item }) => item}>
        {(result) => <ResultLine result={result} person={person} />}
      </ItemList>
    </AccountCard>
  )
}

function ResultLine({ result, person }: { result: Result; person: Person }) {
  const { item, tries, is_passed: isPassed, best, certificate, is_revoked: isRevoked, licenses } = result
  const action = useAction<typeof certificateActions>({ reloads: true })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <ItemText text={item}>
          {isPassed ? 'passed' : 'failed'}
          {best !== null && `, best ${best}`}, {tries === 1 ? '1 attempt' : `${tries} attempts`}
          {certificate === null ? ', no certificate' : isRevoked ? ', certificate revoked' : ', certificate issued'}
          {licenses.map(({ state, profession, number }) => (
            <span key={state + profession} className="block wrap-anywhere">
              License: {profession} {state} {number}
            </span>
          ))}
        </ItemText>
      </div>
      {certificate !== null && !person.is_erased && (
        <div className="flex flex-wrap items-start gap-2 empty:hidden has-[form]:w-full has-[form]:flex-col has-[form]:gap-4">
          <CertificateButtons id={certificate} result={result} person={person} action={action} />
        </div>
      )}
      <ActionNotice action={action} fields={['why', 'state', 'profession', 'number']} className="w-full" />
    </div>
  )
}

type CertificateProps = { id: string; result: Result; person: Person; action: CertificateAction }

function CertificateButtons({ id, result, person: { may }, action }: CertificateProps) {
  const { item, is_revoked: isRevoked, awards_hours: awardsHours } = result
  return (
    <>
      {!isRevoked && (
        <Button
          variant="quiet"
          busy={action.isRunning('resendCertificate')}
          aria-label={`Resend certificate for ${item}`}
          onClick={() => void action.submit('resendCertificate', id)}
        >
          Resend certificate
        </Button>
      )}
      {awardsHours && may.correct_license && (
        <InlinePrompt label="Correct license…" of={item}>
          {(close) => <LicenseForm id={id} result={result} action={action} onClose={close} />}
        </InlinePrompt>
      )}
      {!isRevoked && may.revoke_certificate && (
        <InlinePrompt label="Revoke certificate…" of={item}>
          {(close) => (
            <ReasonForm
              label="Revoke certificate"
              isBusy={action.isRunning('revokeCertificate')}
              error={action.errors['why']}
              onClose={close}
              onGiven={(why) => action.submit('revokeCertificate', id, why)}
            >
              The certificate’s page and its signed file show at once that it was revoked, but not why. The member keeps
              the course. You can restore the certificate later.
            </ReasonForm>
          )}
        </InlinePrompt>
      )}
      {isRevoked && may.restore_certificate && (
        <InlinePrompt label="Restore certificate…" of={item}>
          {(close) => (
            <ReasonForm
              label="Restore certificate"
              isBusy={action.isRunning('restoreCertificate')}
              error={action.errors['why']}
              onClose={close}
              onGiven={(why) => action.submit('restoreCertificate', id, why)}
            >
              The certificate’s page shows at once that it is valid, with the same ID. Badges and signed files
              downloaded before stay revoked, so the member should download them again.
            </ReasonForm>
          )}
        </InlinePrompt>
      )}
    </>
  )
}

type ReasonFormProps = {
  label: string
  /** Explains what the action does. */
  children: ReactNode
  isBusy: boolean
  error: string | undefined
  onGiven: (why: string) => Promise<unknown>
  onClose: () => void
}

function ReasonForm({ label, children, isBusy, error, onGiven, onClose }: ReasonFormProps) {
  const [why, setWhy] = useState('')
  const give = async () => {
    if (await onGiven(why)) onClose()
  }
  return (
    <Form className="flex max-w-text flex-col gap-4" onSubmit={give}>
      <p className="text-sm text-pretty">{children}</p>
      <ReasonField
        why={why}
        error={error}
        hint="Emailed to the member, and saved in the audit log."
        onChange={setWhy}
      />
      <FormEnd label={label} isBusy={isBusy} onClose={onClose} />
    </Form>
  )
}

function FormEnd({ label, isBusy, onClose }: { label: string; isBusy: boolean; onClose: () => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={isBusy}>
        {label}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </div>
  )
}

const PROFESSION_OPTIONS = Object.entries(PROFESSIONS).map(([value, label]) => ({ value: value as Profession, label }))

type LicenseFormProps = { id: string; result: Result; action: CertificateAction; onClose: () => void }

function LicenseForm({ id, result: { licenses }, action, onClose }: LicenseFormProps) {
  const [first] = licenses
  const [license, setLicense] = useState({
    state: first?.state ?? '',
    profession: PROFESSION_OPTIONS.find(({ value }) => value === first?.profession)?.value ?? 'RN',
    number: first?.number ?? '',
  })
  const [why, setWhy] = useState('')
  const save = async () => {
    if (await action.submit('correctLicense', id, { ...license, why })) onClose()
  }
  return (
    <Form className="flex max-w-text flex-col gap-4" onSubmit={save}>
      <p className="text-sm text-pretty">
        The certificate’s PDF and reports to the accrediting body will show this license. We notify the member. The
        licenses in their account don’t change.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="State"
          value={license.state}
          error={action.errors['state']}
          options={[{ value: '', label: 'Choose' }, ...STATE_OPTIONS]}
          onChange={(state) => setLicense({ ...license, state })}
        />
        <SelectField
          label="Profession"
          value={license.profession}
          error={action.errors['profession']}
          options={PROFESSION_OPTIONS}
          onChange={(profession) => setLicense({ ...license, profession })}
        />
      </div>
      <TextField
        label="License number"
        autoComplete="off"
        value={license.number}
        error={action.errors['number']}
        onChange={({ currentTarget }) => setLicense({ ...license, number: currentTarget.value })}
      />
      <ReasonField why={why} error={action.errors['why']} hint="Saved in the audit log." onChange={setWhy} />
      <FormEnd label="Save license" isBusy={action.isRunning('correctLicense')} onClose={onClose} />
    </Form>
  )
}
