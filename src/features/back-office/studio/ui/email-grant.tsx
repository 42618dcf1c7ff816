import { useState } from 'react'
import { readEmail } from '#shared/typed-emails.ts'
import { call } from '#web/client/api.ts'
import { type Action } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { TypedField } from '#web/ui/typed-field.tsx'
import type { grantAccessByEmail } from '../access.contract.ts'
import { useProductOptions } from './use-product-options.ts'
import { ReasonField } from './reason-field.tsx'

type EmailGrant = { email: string; product: string; why: string }

export const emailGrantActions = {
  grantByEmail: (body: EmailGrant) => call<typeof grantAccessByEmail>('POST /Academy/api/studio/access/', { body }),
}

const EMPTY: EmailGrant = { email: '', product: '', why: '' }

type EmailGrantFormProps = { action: Action<typeof emailGrantActions>; onClose: () => void }

/**
 * Grants access to a product by email address. Keeps what was typed until the action succeeds; `action` reports the
 * outcome.
 */
export function EmailGrantForm({ action, onClose }: EmailGrantFormProps) {
  const [typed, setTyped] = useState(EMPTY)
  const options = useProductOptions()
  const give = async () => {
    if (await action.submit('grantByEmail', typed)) onClose()
  }
  return (
    <Form
      aria-label="Give free access"
      className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 sm:p-6"
      onSubmit={give}
    >
      <h2 className="text-xl">Give free access</h2>
      <p className="max-w-text text-sm text-pretty">
        The person gets the product for free. If this email has no account, we create one and email a link to choose a
        password. The link works for 14 days. You can send it again from the member’s page.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TypedField
          label="Email"
          type="email"
          read={readEmail}
          value={typed.email}
          error={action.errors['email']}
          onChange={(email) => setTyped({ ...typed, email })}
        />
        <SelectField
          label="Product"
          value={typed.product}
          error={action.errors['product']}
          options={options}
          onChange={(product) => setTyped({ ...typed, product })}
        />
      </div>
      <ReasonField why={typed.why} error={action.errors['why']} onChange={(why) => setTyped({ ...typed, why })} />
      {action.status?.kind === 'error' && <ActionNotice action={action} fields={Object.keys(EMPTY)} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={action.isBusy}>
          Give access
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
