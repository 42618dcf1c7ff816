import type { ComponentProps, ReactNode } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { ApiError, NoAnswerError } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Checkbox, TextArea } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import type { readCertificateSteps } from '../certificate-steps.contract.ts'
import { type evaluationActions, ratingField } from './evaluation-actions.ts'
import { useSavedEvaluation } from './saved-evaluation.ts'
import { LICENSE_SECTION_ID } from './license-part.tsx'
import { formatPrintedName, NAME_FIELDS, NameFields, PrintedName } from './name-fields.tsx'
import { Rating } from './rating.tsx'
import { RefundNote } from './refund-note.tsx'

type Steps = EndpointReply<typeof readCertificateSteps>
type EvaluationFormProps = {
  id: string
  steps: Steps
  lacksLicense: boolean
  onLicenseMissing: () => void
  onRequested: () => void
}

/** The questions asked before a certificate is issued. Designed for one-handed use on phones. */
export function EvaluationForm({ id, steps, lacksLicense, onLicenseMissing, onRequested }: EvaluationFormProps) {
  const { typed, type, forget } = useSavedEvaluation(id, steps)
  const action = useAction<typeof evaluationActions>({ describe: describeUnsent })
  const { errors, clearError } = action
  const { has_certificate: hasCertificate, contact_hours: hours } = steps

  const send = async () => {
    if (lacksLicense) {
      onLicenseMissing()
      document.querySelector<HTMLElement>(`#${LICENSE_SECTION_ID} select`)?.focus()
      return
    }
    if (!(await action.submit('submitSteps', id, { steps, typed }))) return
    forget()
    if (!hasCertificate) onRequested()
  }

  return (
    <Form className="flex flex-col gap-8" onSubmit={send}>
      {!hasCertificate && (
        <NamePart
          name={typed.name}
          isGiven={formatPrintedName(steps.name) !== ''}
          mistakes={errors}
          onChange={(name) => type({ name })}
        />
      )}
      <Part title={hasCertificate ? 'Your ratings' : 'How was the course?'}>
        {steps.questions.map((question, at) => (
          <Rating
            key={question}
            question={question}
            value={typed.ratings[at] ?? null}
            error={errors[ratingField(at)]}
            onChange={(rating) => {
              clearError(ratingField(at))
              type({ ratings: typed.ratings.map((each, other) => (other === at ? rating : each)) })
            }}
          />
        ))}
        <TextArea
          label="Anything else? (optional)"
          hint="What helped? What was missing? Don’t include patient names or identifying details."
          rows={3}
          maxLength={2_000}
          value={typed.words}
          onChange={({ currentTarget }) => type({ words: currentTarget.value })}
        />
      </Part>
      {!hasCertificate && (
        <Checkbox
          checked={typed.isAttested}
          error={errors['isAttested']}
          onChange={({ currentTarget }) => {
            clearError('isAttested')
            type({ isAttested: currentTarget.checked })
          }}
        >
          {steps.attestation} {hours === null && <span className="text-muted">(optional)</span>}
        </Checkbox>
      )}
      <div className="flex flex-col gap-4">
        <ActionNotice action={action} />
        <Button type="submit" variant="study" className="w-full sm:w-64" busy={action.isBusy}>
          {hasCertificate ? 'Submit evaluation' : action.isBusy ? 'Requesting Certificate...' : 'Request Certificate'}
        </Button>
        {!hasCertificate && <RefundNote />}
      </div>
    </Form>
  )
}

/** Why these questions are asked. */
export function getIntroduction({ has_certificate: hasCertificate, contact_hours: hours }: Steps): string {
  if (hasCertificate) return 'You already have your certificate. Your evaluation doesn’t affect it.'
  if (hours === null)
    return 'This takes about a minute. Your ratings and comments are anonymous and optional. They don’t affect your certificate.'
  return `This course awards ${hours}. The accrediting body requires this evaluation and your attestation before we issue your certificate. It takes about a minute. Your ratings and comments are anonymous.`
}

type NamePartProps = ComponentProps<typeof NameFields> & {
  /**
   * Whether the account has a name. The fields for correcting it are hidden at first, because a name rarely needs
   * correction.
   */
  isGiven: boolean
}

function NamePart({ name, isGiven, mistakes, onChange }: NamePartProps) {
  const isWrong = NAME_FIELDS.some((field) => mistakes[field] !== undefined)
  if (!isGiven)
    return (
      <Part title="Your name">
        <p className="text-sm text-muted">Enter the name to print on your certificate.</p>
        <NameFields name={name} mistakes={mistakes} onChange={onChange} />
        <PrintedName name={name} />
      </Part>
    )
  return (
    <Part title="Your name">
      <PrintedName name={name} />
      {isWrong ? (
        <NameFields name={name} mistakes={mistakes} onChange={onChange} />
      ) : (
        <Disclosure label="Correct my name">
          <div className="mt-2 flex flex-col gap-4">
            <NameFields name={name} mistakes={mistakes} onChange={onChange} />
          </div>
        </Disclosure>
      )}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-6 rounded-card border border-line bg-surface p-5 sm:p-8">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}

function describeUnsent(error: unknown): string | undefined {
  if (error instanceof ApiError && error.body['code'] === 'exam_not_passed')
    return 'Pass the exam first. What you typed is still here.'
  return error instanceof NoAnswerError
    ? 'We couldn’t reach the academy. What you typed is still here. Try again.'
    : undefined
}
