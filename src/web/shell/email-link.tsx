import { useSite } from './site.ts'

const LINK = 'text-link underline underline-offset-2 wrap-anywhere'

/** The contact address in a sentence; a generic phrase if the operator has not set one. */
export function EmailLink({ className = LINK }: { className?: string }) {
  const email = useSite()?.email
  if (!email) return <>the operator of this site</>
  return (
    <a href={`mailto:${email}`} className={className}>
      {email}
    </a>
  )
}
