import type { ReactNode } from 'react'
import { formatCertificateTitle } from '#shared/certificate-claim.ts'
import { pageAddress } from '#shared/pages.ts'
import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { Time } from '#web/shell/time.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { ActionStatus } from './action-status.tsx'
import type { certificateActions } from './certificate-actions.ts'
import type { OwnCertificateData, OwnCertificates } from './fetch-own-certificates.ts'

type CertificateListProps = {
  owned: OwnCertificates | undefined
  /** A certificate to leave out, because it is shown elsewhere on the page. */
  without?: OwnCertificateData | undefined
  className?: string
}

/** All valid certificates with their actions, and a link to the others. */
export function CertificateList({ owned, without, className }: CertificateListProps) {
  const listed = owned?.certificates.filter(({ id }) => id !== without?.id) ?? []
  if (!owned || listed.length + owned.revoked.length === 0) return null
  return (
    <section aria-labelledby="certificates" className={className}>
      <h2 id="certificates" className="mb-4 text-xl">
        Your certificates
      </h2>
      <ul className="flex flex-col gap-4">
        {listed.map((certificate) => (
          <li key={certificate.id}>
            <OwnCertificate certificate={certificate} sentTo={owned.sent_to} heading="h3" />
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <TextLink to="/Account/Certificates/">
          {owned.certificates.length > 0 ? 'Share and verify' : 'Revoked certificates'}
        </TextLink>
      </p>
    </section>
  )
}

type OwnCertificateProps = {
  certificate: OwnCertificateData
  sentTo: string
  heading: 'h2' | 'h3'
  children?: ReactNode
}

export function OwnCertificate({ certificate, sentTo, heading: Heading, children }: OwnCertificateProps) {
  const { id, course_name: courseName, claim, issued_on: issuedOn } = certificate
  const action = useAction<typeof certificateActions>({ unreachable: UNREACHABLE })

  return (
    <div className="@container rounded-card border border-line bg-surface p-5">
      <div className="flex flex-col gap-4 @xl:flex-row @xl:items-center @xl:gap-6">
        <div className="flex min-w-0 flex-1 items-start gap-3">
          <Icon name="seal" className="mt-0.5 size-6 text-study-ink" />
          <div className="min-w-0">
            <Heading className="font-serif text-lg font-semibold text-balance">{courseName}</Heading>
            <p className="mt-1 text-sm text-pretty text-muted">
              {formatCertificateTitle(claim)}, issued on <Time at={issuedOn} />. Resend emails it to{' '}
              <span className="wrap-anywhere">{sentTo}</span>.
            </p>
            <ActionStatus status={action.status} />
          </div>
        </div>
        <div className="grid grid-cols-2 gap-3 @xl:flex">
          <ButtonLink
            to={pageAddress('/Certificate/:id', { id })}
            variant="study"
            className="col-span-2"
            aria-label={`View the certificate for ${courseName}`}
          >
            View
          </ButtonLink>
          <Button
            variant="quiet"
            busy={action.isRunning('downloadCertificate')}
            aria-label={`Download the certificate for ${courseName}`}
            onClick={() => void action.submit('downloadCertificate', certificate)}
          >
            Download
          </Button>
          <Button
            variant="quiet"
            busy={action.isRunning('sendCertificate')}
            aria-label={`Resend the certificate for ${courseName}`}
            onClick={() => void action.submit('sendCertificate', id)}
          >
            Resend
          </Button>
        </div>
      </div>
      {children}
    </div>
  )
}
