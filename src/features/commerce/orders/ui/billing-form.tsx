import { useState } from 'react'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, TextArea, TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import type { readBillingDetails } from '../orders.contract.ts'
import type { orderActions } from './order-actions.ts'

type Details = EndpointReply<typeof readBillingDetails>

const FIELDS = ['company', 'address', 'tax_number'] as const

/** Asks for details that a member's invoices show in addition to the name and the email address. */
export function BillingForm({ details }: { details: Details }) {
  const [typed, setTyped] = useState(details)
  const [bareInvoices, setBareInvoices] = useState(details.bare_invoices)
  const [isForEarlier, setForEarlier] = useState(true)
  const action = useAction<typeof orderActions>({
    unreachable: 'We couldn’t confirm that your billing details were saved. Try again.',
  })
  const hasAny = FIELDS.some((key) => typed[key].trim() !== '')
  const field = (key: (typeof FIELDS)[number]) => ({
    value: typed[key],
    error: action.errors[key],
    onChange: (event: { currentTarget: { value: string } }) => setTyped({ ...typed, [key]: event.currentTarget.value }),
  })

  const save = async () => {
    const { company, address, tax_number } = typed
    const isAdded = bareInvoices > 0 && hasAny && isForEarlier
    const saved = await action.submit('saveBilling', { company, address, tax_number, add_to_earlier: isAdded })
    if (!saved) return
    setTyped(saved.details)
    setBareInvoices(saved.details.bare_invoices)
  }

  return (
    <Form className="flex flex-col gap-4" onSubmit={save}>
      <p className="text-sm text-muted">Optional. Shown on your future invoices with your name and email.</p>
      <ActionNotice action={action} fields={FIELDS} />
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-4">
          <TextField label="Company" autoComplete="organization" maxLength={120} {...field('company')} />
          <TextField label="Tax ID" spellCheck={false} maxLength={60} {...field('tax_number')} />
        </div>
        <TextArea label="Address" autoComplete="street-address" rows={4} {...field('address')} />
      </div>
      {bareInvoices > 0 && hasAny && (
        <Checkbox checked={isForEarlier} onChange={({ currentTarget }) => setForEarlier(currentTarget.checked)}>
          Add these details, dated today, to {pluralize(bareInvoices, 'earlier invoice')} without billing details.
        </Checkbox>
      )}
      <div>
        <Button type="submit" variant="quiet" busy={action.isBusy}>
          Save billing details
        </Button>
      </div>
    </Form>
  )
}
