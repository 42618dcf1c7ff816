import { useSite } from '#web/site.ts'

const LINK = 'text-link underline underline-offset-2'

/** How to reach the operator: whatever the settings give. */
export function ContactLine() {
  const site = useSite()
  if (!site) return null
  return (
    <address className="flex flex-col gap-1 not-italic">
      <span className="font-semibold">{site.name}</span>
      {site.postal_address && <span className="whitespace-pre-line">{site.postal_address}</span>}
      {site.phone && (
        <a href={`tel:${site.phone.replaceAll(/[^+\d]/g, '')}`} className={`${LINK} whitespace-nowrap`}>
          {site.phone}
        </a>
      )}
      {site.email && <EmailLink />}
    </address>
  )
}

/** The contact address inside a sentence; words where the operator has set none. */
export function EmailLink() {
  const email = useSite()?.email
  if (!email) return <>the operator of this site</>
  return (
    <a href={`mailto:${email}`} className={LINK}>
      {email}
    </a>
  )
}
