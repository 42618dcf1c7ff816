import { useState } from 'react'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { ApiError, call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, TextArea, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { readBillingDetails, saveBillingDetails } from '../orders.contract.ts'

type Details = EndpointReply<typeof readBillingDetails>
type Outcome = { kind: 'success' | 'error'; message: string; fields?: Record<string, unknown> }

const FIELDS = ['company', 'address', 'tax_number'] as const

/** Billing details on a member's invoices, besides name and email. */
export function BillingForm({ details }: { details: Details }) {
  const [typed, setTyped] = useState(details)
  const [bareInvoices, setBareInvoices] = useState(details.bare_invoices)
  const [isForEarlier, setForEarlier] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const hasAny = FIELDS.some((key) => typed[key].trim() !== '')
  const field = (key: (typeof FIELDS)[number]) => {
    const messages = outcome?.fields?.[key]
    return {
      value: typed[key],
      error: Array.isArray(messages) ? String(messages[0]) : undefined,
      onChange: (event: { currentTarget: { value: string } }) =>
        setTyped({ ...typed, [key]: event.currentTarget.value }),
    }
  }

  const save = async () => {
    setBusy(true)
    setOutcome(undefined)
    const { company, address, tax_number } = typed
    const isAdded = bareInvoices > 0 && hasAny && isForEarlier
    try {
      const saved = await call<typeof saveBillingDetails>('POST /Academy/api/account/billing/', {
        body: { company, address, tax_number, add_to_earlier: isAdded },
      })
      setTyped(saved)
      setBareInvoices(saved.bare_invoices)
      setOutcome({ kind: 'success', message: 'Your billing details are saved.' })
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined
      const message = refusal?.message ?? 'Your billing details may not have been saved. Please try again.'
      setOutcome({ kind: 'error', message, ...(refusal && { fields: refusal.body }) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className="text-sm text-muted">
        They stand on your invoices, beside your name and email. You can leave any of them empty. What an invoice once
        says stays on it.
      </p>
      {outcome && <Notice kind={outcome.kind}>{outcome.message}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-4">
          <TextField label="Company" autoComplete="organization" maxLength={120} {...field('company')} />
          <TextField label="Tax number" spellCheck={false} maxLength={60} {...field('tax_number')} />
        </div>
        <TextArea
          label="Address"
          autoComplete="street-address"
          rows={4}
          hint="Up to six lines."
          {...field('address')}
        />
      </div>
      {bareInvoices > 0 && hasAny && (
        <Checkbox checked={isForEarlier} onChange={({ currentTarget }) => setForEarlier(currentTarget.checked)}>
          Add them to {pluralize(bareInvoices, 'earlier invoice')} without billing details too, with today’s date.
        </Checkbox>
      )}
      <div>
        <Button type="submit" variant="quiet" busy={isBusy}>
          Save billing details
        </Button>
      </div>
    </form>
  )
}
