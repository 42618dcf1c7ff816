import { pageAddress } from '#shared/pages.ts'
import type { ReactNode } from 'react'
import { EmailLink } from '#web/shell/email-link.tsx'
import { apiContext } from '#web/client/api-context.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { isMissing } from '#web/client/loaded.ts'
import { NotFound } from '#web/shell/error-pages.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { useSite } from '#web/shell/site.ts'
import type { readCertificate } from './certificates.contract.ts'
import { noteOnName } from './certificates.rules.ts'
import { Day } from '#web/shell/day.tsx'
import type { Route } from './+types/certificate.page.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData && !loaderData.name_removed ? `Certificate of ${loaderData.name}` : 'Certificate',
    ...(loaderData && {
      description: `${loaderData.name_removed ? 'Its holder' : loaderData.name} completed ${loaderData.course_name} and passed its examination.`,
      path: pageAddress('/Certificate/:id', { id: loaderData.id }),
    }),
    isPersonal: true,
  })

export function loader({ context, params }: Route.LoaderArgs) {
  return context.get(apiContext)<typeof readCertificate>('GET /Academy/api/certificate/:id/', {
    params: { id: params.id },
  })
}

/** What an attorney sees who was given the address of a certificate. */
export default function CertificatePage({ loaderData: certificate }: Route.ComponentProps) {
  const site = useSite()
  const isValid = certificate.status === 'valid'
  return (
    <div className="page-width max-w-[52rem] pt-10 md:pt-16">
      <p
        className={`mb-5 flex items-start gap-3 rounded-card border px-5 py-4 ${isValid ? 'border-study/40 bg-study-wash text-study-ink' : 'border-danger/40 bg-danger-wash text-danger'}`}
      >
        <Icon name={isValid ? 'check-circle' : 'alert'} className="size-7" />
        <span className="min-w-0">
          <strong className="block font-semibold">
            {isValid ? 'This certificate is valid.' : 'This certificate was revoked.'}
          </strong>{' '}
          <span className="block text-balance">
            {isValid ? (
              <>
                It was issued by <span className="inline-block">{certificate.issuer}.</span>
              </>
            ) : (
              'It is no longer valid.'
            )}
          </span>
        </span>
      </p>
      <article className="overflow-hidden rounded-card border border-line bg-surface">
        <div className="flex items-center justify-between gap-4 bg-bar px-5 py-3 text-white [--logo-ground:var(--color-bar)] sm:px-10 sm:py-4">
          {/* The logo of today says nothing of who issued it under another name. */}
          <Logo name={certificate.issuer} picture={site?.name === certificate.issuer ? site.logo : null} />
          {isValid && <Seal />}
        </div>
        <div className="p-5 sm:p-10">
          <p className="font-serif text-lg font-semibold text-muted">Certificate of completion</p>
          <h1 className="mt-1 mb-8 wrap-anywhere">{certificate.name}</h1>
          <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
            <Fact term="Course">{certificate.course_name}</Fact>
            <Fact term="Issued by">{certificate.issuer}</Fact>
            <Fact term="Completed on">
              <Day day={certificate.completed_on} />
            </Fact>
            <Fact term="Issued on">
              <Day day={certificate.issued_on} />
            </Fact>
            <Fact term="Certificate number" isWide>
              {/* Compared by eye, as it stands in the address: letters that differ must look different. */}
              <span className="font-mono font-normal wrap-anywhere">{certificate.id}</span>
            </Fact>
          </dl>
          <div className="mt-8 border-t border-line pt-6">
            <p className="text-sm text-muted">
              This certificate records that {certificate.name_removed ? 'its holder' : 'the person named'} completed the
              course and passed its examination. It is not a professional certification, and no nursing contact hours
              are awarded.{' '}
              {certificate.name_removed
                ? 'The holder has had the account deleted, and the name with it.'
                : noteOnName(certificate.name)}
            </p>
          </div>
        </div>
      </article>
    </div>
  )
}

/** An address with a mistake in it must not look as if the academy had lost its page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isMissing(error)) throw error
  return (
    <NotFound title="This certificate does not exist" action={<ButtonLink to="/">Go to the home page</ButtonLink>}>
      No certificate has this address. Compare it with the one on the certificate, letter by letter, or ask{' '}
      <EmailLink />.
    </NotFound>
  )
}

/** A rosette, drawn of three squares. */
function Seal() {
  return (
    <svg aria-hidden="true" viewBox="0 0 96 96" className="hidden size-20 shrink-0 sm:block" fill="none">
      <g fill="#d8c08f">
        {[0, 30, 60].map((turn) => (
          <rect key={turn} x="17" y="17" width="62" height="62" rx="4" transform={`rotate(${turn} 48 48)`} />
        ))}
      </g>
      <circle cx="48" cy="48" r="29" fill="#fff" />
      <circle cx="48" cy="48" r="24" fill="var(--color-study)" />
      <path d="m37.5 48.5 7.5 7.5 14-15" stroke="#fff" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

function Fact({ term, isWide = false, children }: { term: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={classes(isWide && 'sm:col-span-2')}>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
