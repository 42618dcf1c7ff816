import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

type CopyFieldProps = { label: string; hint?: string; value: string; action?: string }

/** A read-only field with a link, and a button that copies it. */
export function CopyField({ label, hint, value, action = 'Copy' }: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false)
  return (
    <TextField
      label={label}
      hint={hint}
      readOnly
      value={value}
      onFocus={({ currentTarget }) => currentTarget.select()}
      action={
        <Button
          variant="quiet"
          className="shrink-0 whitespace-nowrap"
          onClick={() => {
            void navigator.clipboard.writeText(value).then(() => setCopied(true))
          }}
        >
          {isCopied ? 'Copied' : action}
        </Button>
      }
    />
  )
}
