import { phoneAddress } from '#shared/phone-address.ts'
import { EmailLink } from '#web/shell/email-link.tsx'
import { useSite } from '#web/shell/site.ts'

const LINK = 'text-link underline underline-offset-2'
// A link on a line of its own can be large enough to touch.
const ALONE = `${LINK} inline-flex max-w-full min-h-11 items-center md:min-h-7`

export function ContactLine() {
  const site = useSite()
  if (!site) return null
  return (
    <address className="flex flex-col not-italic">
      <span className="font-semibold">{site.name}</span>
      {site.postal_address && <span className="whitespace-pre-line">{site.postal_address}</span>}
      {/* The space below the address equals the space between the links, whose touch targets are larger than their
         text. */}
      <span className="mt-2.5 flex flex-col items-start sm:mt-0 sm:flex-row sm:flex-wrap sm:gap-x-6 md:mt-1">
        {site.phone && (
          <a href={phoneAddress(site.phone)} className={`${ALONE} whitespace-nowrap`}>
            {site.phone}
          </a>
        )}
        {site.email && <EmailLink className={`${ALONE} wrap-anywhere`} />}
      </span>
    </address>
  )
}
