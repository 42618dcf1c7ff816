import { useSite } from './site.ts'

const LINK = 'text-link underline underline-offset-2'

/** The contact address inside a sentence; words where the operator has set none. */
export function EmailLink({ className = LINK }: { className?: string }) {
  const email = useSite()?.email
  if (!email) return <>the operator of this site</>
  return (
    <a href={`mailto:${email}`} className={className}>
      {email}
    </a>
  )
}
