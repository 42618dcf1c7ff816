import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { pageAddress } from '#shared/pages.ts'
import { Time } from '#web/shell/time.tsx'
import { framedMeta, getView, type PageHandle } from '#web/shell/framed-page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { LoadingBlock } from '#web/ui/loading-block.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { listOwnCertificates } from './own-certificates.contract.ts'
import { certificateActions } from './ui/certificate-actions.ts'
import { EarnedCertificate } from './ui/earned-certificate.tsx'
import type { OwnCertificates } from './ui/fetch-own-certificates.ts'
import { OwnCertificate } from './ui/own-certificate.tsx'
import { ShareRow } from './ui/share-row.tsx'
import type { Route } from './+types/own-certificates.page.ts'

export const handle: PageHandle = { title: 'Certificates' }
export const meta = framedMeta

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof listOwnCertificates>('GET /Academy/api/account/certificates/', { signal }),
)

export const clientAction = defineActions(certificateActions)

export function HydrateFallback() {
  return <LoadingBlock className="h-60" />
}

/** All of a member's certificates, with what each one proves and every way to save and share it. */
export default function OwnCertificatesPage({ loaderData }: Route.ComponentProps) {
  const owned = getView(loaderData)
  const { certificates, earned, revoked } = owned
  if (certificates.length + earned.length === 0 && revoked.length > 0) return <RevokedSection revoked={revoked} />
  return (
    <div className="flex flex-col gap-12">
      <EarnedSection earned={earned} />
      <CertificatesContent owned={owned} />
      <RevokedSection revoked={revoked} />
      <CertificateExplanation />
    </div>
  )
}

function EarnedSection({ earned }: Pick<OwnCertificates, 'earned'>) {
  if (earned.length === 0) return null
  return (
    <ul className="flex list-none flex-col gap-4">
      {earned.map((each) => (
        <li key={each.course_id}>
          <EarnedCertificate earned={each} />
        </li>
      ))}
    </ul>
  )
}

function CertificatesContent({ owned: { certificates, earned, sent_to: sentTo } }: { owned: OwnCertificates }) {
  if (certificates.length === 0 && earned.length > 0) return null
  if (certificates.length === 0)
    return (
      <EmptyState icon="seal" title="Complete a course to earn a certificate">
        <ButtonLink to="/MyAcademy/">Go to My Academy</ButtonLink>
      </EmptyState>
    )
  return (
    <ul className="flex list-none flex-col gap-4">
      {certificates.map((certificate) => (
        <li key={certificate.id}>
          <OwnCertificate certificate={certificate} sentTo={sentTo} heading="h2">
            <ShareRow certificate={certificate} />
          </OwnCertificate>
        </li>
      ))}
    </ul>
  )
}

function RevokedSection({ revoked }: Pick<OwnCertificates, 'revoked'>) {
  if (revoked.length === 0) return null
  return (
    <section aria-labelledby="revoked">
      <h2 id="revoked" className="mb-4 text-xl">
        No longer valid
      </h2>
      <ul className="flex list-none flex-col gap-2">
        {revoked.map(({ id, course_name: courseName, revoked_on: revokedOn }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 rounded-card border border-line bg-surface px-5 py-2"
          >
            <span className="min-w-0 flex-1 basis-64 text-sm">
              <strong className="font-semibold">{courseName}</strong>, revoked on <Time at={revokedOn} />
            </span>
            <TextLink to={pageAddress('/Certificate/:id', { id })}>
              Public page<span className="sr-only"> of the certificate for {courseName}</span>
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

const EXPLANATIONS: readonly { icon: IconName; says: string; more: string }[] = [
  {
    icon: 'check-circle',
    says: 'Anyone with the link can verify it.',
    more: 'They see your name, what the course covered, how you earned it, and whether the certificate is still valid. Your score and number of attempts aren’t shown. The page isn’t listed anywhere.',
  },
  {
    icon: 'check-circle',
    says: 'It’s yours to keep.',
    more: 'Keep the PDF for your records. If there’s a badge, anyone can verify it without contacting us.',
  },
  {
    icon: 'close',
    says: 'Not a license, and not the LNCC or another certification.',
    more: 'Licensing and certification boards grant those under their own rules. Please don’t list this certificate after your name.',
  },
  {
    icon: 'close',
    says: 'Contact hours only if the certificate says so.',
    more: 'Otherwise it doesn’t count toward renewing a nursing license.',
  },
]

function CertificateExplanation() {
  return (
    <section aria-labelledby="worth">
      <h2 id="worth" className="mb-4 text-xl">
        What your certificate is, and isn’t
      </h2>
      <ul className="flex list-none flex-col gap-3">
        {EXPLANATIONS.map(({ icon, says, more }) => (
          <li key={says} className="flex gap-3">
            <Icon name={icon} className="mt-1 text-muted" />
            <span className="max-w-text min-w-0">
              <strong className="font-semibold">{says}</strong> {more}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
