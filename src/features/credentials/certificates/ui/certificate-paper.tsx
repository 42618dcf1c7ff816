import type { ReactNode } from 'react'
import { formatCertificateTitle } from '#shared/certificate-claim.ts'
import { formatTime } from '#shared/dates.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { Time, useLanguage } from '#web/shell/time.tsx'
import { useSite } from '#web/shell/site.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Logo } from '#web/ui/logo.tsx'
import type { readCertificate } from '../certificates.contract.ts'

export type Certificate = EndpointReply<typeof readCertificate>

/** Answers the question that most visitors have: whether the certificate is valid. */
export function CertificateStatus({ certificate, checkedAt }: Props & { checkedAt: string }) {
  const { status, issuer, name_removed: isNameRemoved, revoked_on: revokedOn } = certificate
  const isValid = status === 'valid'
  return (
    <p
      className={classes(
        'flex items-start gap-3 rounded-card border px-5 py-4 print:py-2',
        isValid ? 'border-study/40 bg-study-wash text-study-ink' : 'border-danger/40 bg-danger-wash text-danger',
      )}
    >
      <Icon name={isValid ? 'check-circle' : 'alert'} className="size-7" />
      <span className="min-w-0">
        <strong className="block font-semibold">
          {isValid ? 'This certificate is valid.' : 'This certificate was revoked.'}
        </strong>{' '}
        <span className="block text-balance">
          {isValid ? (
            <>
              It was issued by <span className="inline-block">{issuer}.</span>
              {isNameRemoved && ' Its name was removed, so we can’t confirm who holds it.'}
            </>
          ) : (
            <>It has not been valid since {revokedOn === null ? 'then' : <Time at={revokedOn} />}.</>
          )}
        </span>{' '}
        <PrintedDate checkedAt={checkedAt} />
      </span>
    </p>
  )
}

/** Printed with the status, because a printout doesn't change when the status does. */
function PrintedDate({ checkedAt }: { checkedAt: string }) {
  const language = useLanguage()
  const time = formatTime(new Date(checkedAt), useSite()?.time_zone ?? 'UTC', language)
  return (
    <span className="hidden text-sm print:block" suppressHydrationWarning>
      {`Status checked on ${time}. To see the current status, open the address below.`}
    </span>
  )
}

type Props = { certificate: Certificate }

export function CertificatePaper({ certificate }: Props) {
  const site = useSite()
  const { issuer, claim } = certificate
  return (
    <article className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex items-center justify-between gap-4 bg-bar px-5 py-3 text-white [--logo-ground:var(--color-bar)] sm:px-10 sm:py-4 print:print-color-exact print:py-2">
        {/* Shown only if the names match, because the current logo doesn't belong to an issuer with another name. */}
        <Logo name={issuer} picture={site?.name === issuer ? site.logo : null} />
        {certificate.status === 'valid' && <Seal />}
      </div>
      <div className="p-5 sm:p-10 print:px-8 print:py-5">
        <p className="font-serif text-lg font-semibold text-muted">{formatCertificateTitle(claim)}</p>
        <h1 className="mt-1 mb-8 wrap-anywhere print:mb-4 print:text-2xl">{certificate.name}</h1>
        <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 print:grid-cols-2 print:gap-y-2">
          <Fact term="Course">{certificate.course_name}</Fact>
          <Fact term="Issued by">{issuer}</Fact>
          <Fact term={claim === 'passed' ? 'Passed on' : 'Completed on'}>
            <Time at={certificate.completed_on} />
          </Fact>
          <Fact term="Issued on">
            <Time at={certificate.issued_on} />
          </Fact>
          <Fact term="Certificate ID" isWide>
            {/* People compare the ID by eye with the URL, so similar characters must look different. */}
            <span className="font-mono font-normal wrap-anywhere">{certificate.id}</span>
          </Fact>
          <Fact term="Verify at" isWide isOnPaperOnly>
            <span className="font-normal wrap-anywhere">
              {site?.public_url}
              {pageAddress('/Certificate/:id', { id: certificate.id })}
            </span>
          </Fact>
        </dl>
      </div>
    </article>
  )
}

type FactProps = { term: string; isWide?: boolean; isOnPaperOnly?: boolean; children: ReactNode }

function Fact({ term, isWide = false, isOnPaperOnly = false, children }: FactProps) {
  return (
    <div className={classes(isWide && 'sm:col-span-2 print:col-span-2', isOnPaperOnly && 'hidden print:block')}>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

/** A rosette of three squares. */
function Seal() {
  return (
    <svg aria-hidden="true" viewBox="0 0 96 96" className="hidden size-20 shrink-0 sm:block print:size-14" fill="none">
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
