import { useState } from 'react'
import { getFieldErrors } from '#web/client/actions.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { listCountries } from '../countries.rules.ts'
import { getErrorMessage } from './purchase-errors.ts'
import type { Address } from './use-quote.ts'

type TaxAddressFormProps = {
  /** What the buyer entered earlier. */
  address: Address
  isWorking: boolean
  onGiven: (address: Address) => Promise<void>
}

/** Asks for the country and postal code before the card, so that the buyer sees the total with tax before paying. */
export function TaxAddressForm({ address: given, isWorking, onGiven }: TaxAddressFormProps) {
  const [address, setAddress] = useState(given)
  const [problem, setProblem] = useState<{ message: string; isPostalCode: boolean }>()
  const [isAsking, setAsking] = useState(false)

  const give = async () => {
    setAsking(true)
    setProblem(undefined)
    try {
      await onGiven(address)
    } catch (error) {
      const message = getFieldErrors(error)['postal_code']
      setProblem({ message: message ?? getErrorMessage(error), isPostalCode: message !== undefined })
      setAsking(false)
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void give()
      }}
    >
      <p className="text-sm text-muted">Sales tax depends on where you live. You’ll see the total before you pay.</p>
      {problem && !problem.isPostalCode && <Notice kind="error">{problem.message}</Notice>}
      <SelectField
        label="Country"
        autoComplete="billing country"
        value={address.country}
        options={listCountries().map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(country) => setAddress({ ...address, country })}
      />
      <TextField
        label="ZIP or postal code"
        autoComplete="billing postal-code"
        spellCheck={false}
        maxLength={16}
        value={address.postal_code}
        error={problem?.isPostalCode ? problem.message : undefined}
        onChange={({ currentTarget }) => setAddress({ ...address, postal_code: currentTarget.value.toUpperCase() })}
      />
      <Button type="submit" wide busy={isAsking} disabled={isWorking}>
        Show total
      </Button>
    </form>
  )
}
