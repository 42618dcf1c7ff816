import { type ReactNode, useRef, useState } from 'react'
import { getFieldMessages } from '#features/people/accounts/ui/form-errors.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { ApiError } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Checkbox, TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { readCertificateSteps } from '../certificate-steps.contract.ts'
import { type EvaluationDraft, useSavedEvaluation } from './saved-evaluation.ts'
import { LICENSE_SECTION_ID } from './license-part.tsx'
import { NAME_FIELDS, NameFields, type NameMistakes, PrintedName } from './name-fields.tsx'
import { Rating } from './rating.tsx'
import { submitSteps } from './submitting-steps.ts'

type Steps = EndpointReply<typeof readCertificateSteps>
type EvaluationFormProps = {
  id: string
  steps: Steps
  lacksLicense: boolean
  onLicenseMissing: () => void
  onRequested: () => void
}

type Mistakes = { ratings: number[]; isAttested: boolean; name: NameMistakes }

const NONE: Mistakes = { ratings: [], isAttested: false, name: {} }
const ERRORS = 'input[aria-invalid=true], [aria-invalid=true] input'
const CHOOSE = 'Please choose from 1 to 5.'

/** What is still to be filled in; nothing without contact hours. */
function findMissing(
  { ratings, isAttested }: EvaluationDraft,
  { contact_hours: hours, has_certificate: hasOne }: Steps,
): Mistakes {
  if (hours === null || hasOne) return NONE
  return { ...NONE, ratings: ratings.flatMap((rating, at) => (rating === null ? [at] : [])), isAttested: !isAttested }
}

/** The questions before a certificate. Designed for one-handed use on phones. */
export function EvaluationForm({ id, steps, lacksLicense, onLicenseMissing, onRequested }: EvaluationFormProps) {
  const { typed, type, forget } = useSavedEvaluation(id, steps)
  const form = useRef<HTMLFormElement>(null)
  const [mistakes, setMistakes] = useState(NONE)
  const [status, setStatus] = useState<{ kind: 'error' | 'success'; text: string }>()
  const [isSending, setSending] = useState(false)
  const { has_certificate: hasCertificate, contact_hours: hours } = steps

  const show = (found: Mistakes, text: string) => {
    setMistakes(found)
    setStatus({ kind: 'error', text })
    // After the field is marked invalid.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(ERRORS)?.focus())
  }
  const send = async () => {
    const missing = findMissing(typed, steps)
    if (lacksLicense) {
      onLicenseMissing()
      show(missing, 'Something is still missing. It is marked above.')
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${LICENSE_SECTION_ID} select`)?.focus())
      return
    }
    if (missing.ratings.length > 0 || missing.isAttested)
      return show(missing, 'Something is still missing. It is marked above.')
    setSending(true)
    setMistakes(NONE)
    setStatus(undefined)
    try {
      await submitSteps(id, { steps, typed })
      forget()
      if (hasCertificate) setStatus({ kind: 'success', text: 'Thank you. What you said is stored.' })
      else onRequested()
    } catch (error) {
      console.error(error)
      const name: NameMistakes = Object.fromEntries(getFieldMessages(error, NAME_FIELDS))
      show({ ...NONE, name }, formatErrorSentence(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void send()
      }}
    >
      {!hasCertificate && <NamePart name={typed.name} mistakes={mistakes.name} onChange={(name) => type({ name })} />}
      <Part title={hasCertificate ? 'Your ratings' : 'How was the course?'}>
        {steps.questions.map((question, at) => (
          <Rating
            key={question}
            question={question}
            value={typed.ratings[at] ?? null}
            error={mistakes.ratings.includes(at) ? CHOOSE : undefined}
            onChange={(rating) => {
              setMistakes({ ...mistakes, ratings: mistakes.ratings.filter((each) => each !== at) })
              type({ ratings: typed.ratings.map((each, other) => (other === at ? rating : each)) })
            }}
          />
        ))}
        <TextArea
          label="Anything else? (optional)"
          hint="What helped, what was missing. Please name no patients."
          rows={3}
          maxLength={2_000}
          value={typed.words}
          onChange={({ currentTarget }) => type({ words: currentTarget.value })}
        />
      </Part>
      {!hasCertificate && (
        <Checkbox
          checked={typed.isAttested}
          error={mistakes.isAttested ? 'The certificate needs your word.' : undefined}
          onChange={({ currentTarget }) => {
            setMistakes({ ...mistakes, isAttested: false })
            type({ isAttested: currentTarget.checked })
          }}
        >
          {steps.attestation} {hours === null && <span className="text-muted">(optional)</span>}
        </Checkbox>
      )}
      <div className="flex flex-col gap-4">
        {status && <Notice kind={status.kind}>{status.text}</Notice>}
        <Button type="submit" variant="study" className="w-full sm:w-64" busy={isSending}>
          {hasCertificate ? 'Send evaluation' : isSending ? 'Requesting Certificate...' : 'Request Certificate'}
        </Button>
      </div>
    </form>
  )
}

/** Why these questions are asked. */
export function getIntroduction({ has_certificate: hasCertificate, contact_hours: hours }: Steps): string {
  if (hasCertificate) return 'You have the certificate of this course. What you say here changes nothing about it.'
  if (hours === null)
    return 'One minute for the nurse after you. You can leave out what you like, and get the certificate all the same. Nobody’s name stands beside what is said here.'
  return `This course awards ${hours}. Who approved it asks for your evaluation and your word before the certificate. It takes a minute, and nobody’s name stands beside what you say of the course.`
}

function NamePart({ name, mistakes, onChange }: Parameters<typeof NameFields>[0]) {
  const isWrong = Object.keys(mistakes).length > 0
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

function formatErrorSentence(error: unknown): string {
  if (!(error instanceof ApiError))
    return 'The academy could not be reached. What you typed is kept here. Please try again.'
  if (error.body['code'] === 'exam_not_passed') return 'Please pass the examination first. What you typed is kept here.'
  return error.message
}
