import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { PATIENT_DATA, type PatientDataSpan } from '../phi-spans.rules.ts'
import type { PhiCheck } from './use-phi-check.ts'

/**
 * Shows possible patient data in a text that is about to be posted, and asks whether to send it. Takes the keyboard
 * focus, because it interrupts an action. `onSend` sends the text after confirmation. `onEdit` returns to it.
 */
export function PhiWarning({
  phiCheck,
  onSend,
  onEdit,
}: {
  phiCheck: PhiCheck
  onSend: () => void
  onEdit: () => void
}) {
  if (phiCheck.asks.length === 0) return null
  const key = phiCheck.asks.map(({ words }) => words).join('\n')
  return <PhiWarningPanel key={key} phiCheck={phiCheck} onSend={onSend} onEdit={onEdit} />
}

function PhiWarningPanel({ phiCheck, onSend, onEdit }: { phiCheck: PhiCheck; onSend: () => void; onEdit: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isChecked, setChecked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => heading.current?.focus(), [])
  const send = () => {
    setMissing(!isChecked)
    if (!isChecked) return
    phiCheck.confirm()
    onSend()
  }
  return (
    <section
      aria-labelledby="guard"
      className="flex flex-col gap-3 rounded-card border border-danger/40 bg-danger-wash p-4 sm:p-6"
    >
      <h3 ref={heading} id="guard" tabIndex={-1} className="text-lg outline-none">
        Does this identify a patient?
      </h3>
      <p className="max-w-text text-sm text-pretty">
        Your post isn’t published yet. This check runs only on your device. Please remove identifying details.
      </p>
      <ul className="flex max-w-text list-none flex-col gap-1 text-sm">
        {phiCheck.asks.map((span) => (
          <li key={span.from}>
            <PhiMatch span={span} />
          </li>
        ))}
      </ul>
      <Checkbox
        checked={isChecked}
        error={isMissing ? 'Check this box to post, or edit your text.' : undefined}
        onChange={({ currentTarget }) => {
          setChecked(currentTarget.checked)
          setMissing(false)
        }}
      >
        I’ve checked. This doesn’t identify a patient. (We keep this confirmation with your post.)
      </Checkbox>
      <div className="flex flex-wrap gap-3">
        <Button
          onClick={() => {
            phiCheck.forget()
            onEdit()
          }}
        >
          Edit text
        </Button>
        <Button variant="quiet" onClick={send}>
          Post anyway
        </Button>
      </div>
    </section>
  )
}

const MAX_SHOWN_LENGTH = 80

function PhiMatch({ span: { kind, words } }: { span: PatientDataSpan }): ReactNode {
  const characters = [...words]
  return (
    <>
      <strong className="wrap-anywhere">
        {characters.length > MAX_SHOWN_LENGTH ? `${characters.slice(0, MAX_SHOWN_LENGTH).join('')}…` : words}
      </strong>{' '}
      looks like {PATIENT_DATA[kind]}
    </>
  )
}
