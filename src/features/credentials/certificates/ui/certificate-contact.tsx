import { EmailLink } from '#web/shell/email-link.tsx'
import { phoneAddress } from '#shared/phone-address.ts'
import { useSite } from '#web/shell/site.ts'

/** The academy's phone number and email address, if the operator has set them. */
export function CertificateContact() {
  const { phone, email } = useSite() ?? {}
  if (!phone && !email) return null
  return (
    <p className="mt-2 max-w-text text-sm">
      Questions about this certificate?{' '}
      {phone && (
        <>
          Call{' '}
          <a href={phoneAddress(phone)} className="whitespace-nowrap text-link underline underline-offset-2">
            {phone}
          </a>
        </>
      )}
      {phone && email && ' or email '}
      {!phone && 'Email '}
      {email && <EmailLink />}.
    </p>
  )
}
