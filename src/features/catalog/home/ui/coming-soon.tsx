import { ContactLine } from '#features/foundation/site/ui/contact-line.tsx'
import { useIsStaff } from '#web/client/session.ts'
import { useSite } from '#web/shell/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** What visitors see at `/` until the owner has confirmed the home page: nothing that the owner has not said. */
export function ComingSoon({ hasCourses }: { hasCourses: boolean }) {
  const site = useSite()
  const isStaff = useIsStaff()
  const hasContact = Boolean(site?.email || site?.phone || site?.postal_address)
  return (
    <div className="page-width section-gap flex flex-col items-start gap-5">
      <h1 className="text-hero">{site?.name}</h1>
      <p className="max-w-[36rem] text-muted">Coming soon. We’re getting ready to open.</p>
      {hasCourses && <ButtonLink to="/Courses/">Browse courses</ButtonLink>}
      {isStaff && (
        <p className="text-sm">
          The home page isn’t published yet.{' '}
          <a href="/Studio/Home/" className="text-link underline underline-offset-2">
            Review and publish it
          </a>
        </p>
      )}
      {hasContact && (
        <section aria-labelledby="contact" className="mt-4">
          <h2 id="contact" className="mb-3 text-xl">
            Contact
          </h2>
          <ContactLine />
        </section>
      )}
    </div>
  )
}
