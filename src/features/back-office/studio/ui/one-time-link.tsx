import { CopyField } from './copy-field.tsx'

export function OneTimeLink({ link }: { link: string }) {
  return (
    <CopyField
      label="Invitation link"
      hint="They’ll choose a password, set up two-factor authentication, and open the studio."
      value={link}
    />
  )
}
