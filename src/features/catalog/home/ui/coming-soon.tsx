import { phoneAddress } from '#shared/phone-address.ts'
import { useIsStaff } from '#web/client/session.ts'
import { useSite } from '#web/shell/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'

const LINK = 'text-link underline underline-offset-2'

/**
 * What visitors see at `/` until the owner has confirmed the home page. It says nothing that the owner has not entered.
 */
export default function ComingSoon({ hasCourses }: { hasCourses: boolean }) {
  const { name, email, phone } = useSite() ?? {}
  const isStaff = useIsStaff()
  return (
    <div className="page-width section-gap flex flex-col items-start gap-5">
      <h1 className="text-hero">{name}</h1>
      <p className="max-w-[36rem] text-muted">Coming soon. We’re getting ready to open.</p>
      {(email || phone) && (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          {email && (
            <a href={`mailto:${email}`} className={LINK}>
              {email}
            </a>
          )}
          {phone && (
            <a href={phoneAddress(phone)} className={LINK}>
              {phone}
            </a>
          )}
        </p>
      )}
      {hasCourses && <ButtonLink to="/Courses/">Browse courses</ButtonLink>}
      {isStaff && (
        <p className="text-sm">
          The home page isn’t published yet.{' '}
          <a href="/Studio/Home/" className={LINK}>
            Review and publish it
          </a>
        </p>
      )}
    </div>
  )
}
