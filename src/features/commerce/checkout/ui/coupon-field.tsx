import { useState } from 'react'
import { getFieldErrors } from '#web/client/actions.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { TextButton } from '#web/ui/text-link.tsx'
import { getErrorMessage } from './purchase-errors.ts'

type CouponFieldProps = { isApplied: boolean; isWorking: boolean; onGiven: (code: string) => Promise<void> }

/** Focuses the field when it appears. This is a stable function, so that the ref runs only once. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/**
 * The link 'Have a coupon?', which opens a field. If a code is rejected, it stays in the field, and the reason is
 * shown.
 */
export function CouponField({ isApplied, isWorking, onGiven }: CouponFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isAsking, setAsking] = useState(false)

  const apply = async () => {
    setAsking(true)
    setError(undefined)
    try {
      await onGiven(code)
    } catch (problem) {
      setError(getFieldErrors(problem)['coupon'] ?? getErrorMessage(problem))
    } finally {
      setAsking(false)
    }
  }

  if (isApplied) return null
  if (!isOpen) {
    return (
      <TextButton onClick={() => setOpen(true)} className="self-start">
        Have a coupon?
      </TextButton>
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() === '') setError('Please enter a code.')
        else void apply()
      }}
    >
      <TextField
        label="Coupon"
        ref={focus}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        value={code}
        error={error}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
        action={
          <Button type="submit" variant="quiet" busy={isAsking} disabled={isWorking}>
            Apply
          </Button>
        }
      />
    </form>
  )
}
