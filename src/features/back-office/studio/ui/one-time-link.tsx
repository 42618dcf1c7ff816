import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

export function OneTimeLink({ link }: { link: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <TextField
      label="Invitation link"
      hint="They’ll choose a password, set up two-factor authentication, and open the studio."
      readOnly
      value={link}
      onFocus={({ currentTarget }) => currentTarget.select()}
      action={
        <Button
          variant="quiet"
          onClick={() => {
            void navigator.clipboard.writeText(link).then(() => setCopied(true))
          }}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      }
    />
  )
}
