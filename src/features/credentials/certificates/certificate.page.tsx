import { redirect } from 'react-router'
import { type CertificateClaim, formatCertificateTitle } from '#shared/certificate-claim.ts'
import { pageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { apiContext } from '#web/client/api-context.ts'
import { isNotFoundError } from '#web/client/load-state.ts'
import { EmailLink } from '#web/shell/email-link.tsx'
import { NotFound } from '#web/shell/error-pages.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { findCertificate, readCertificate } from './certificates.contract.ts'
import { certificateActions } from './ui/certificate-actions.ts'
import { CertificatePaper, CertificateStatus } from './ui/certificate-paper.tsx'
import { CertificateContact } from './ui/certificate-contact.tsx'
import { VerifyCertificate } from './ui/verify-certificate.tsx'
import { CertificateMeaning } from './ui/certificate-meaning.tsx'
import { CourseContents } from './ui/course-contents.tsx'
import type { Route } from './+types/certificate.page.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return pageMeta(matches, { title: 'Certificate', isPersonal: true })
  const { id, name, name_removed: isNameRemoved, course_name: courseName, claim, status } = loaderData.certificate
  const path = pageAddress('/Certificate/:id', { id })
  return pageMeta(matches, {
    title: status === 'revoked' ? 'Revoked certificate' : isNameRemoved ? 'Certificate' : `${name}’s certificate`,
    description:
      status === 'valid'
        ? `${isNameRemoved ? 'The certificate holder' : name} ${describeClaim(claim, courseName)}.`
        : `A revoked ${courseName} certificate.`,
    path,
    picture: {
      path: `${path}/share.png`,
      alt: status === 'valid' ? `${formatCertificateTitle(claim)}: ${courseName}` : 'A revoked certificate',
    },
    isPersonal: true,
  })
}

function describeClaim(claim: CertificateClaim, courseName: string): string {
  if (claim === 'studied') return `completed ${courseName}`
  return claim === 'completed' ? `completed ${courseName} and passed its exam` : `passed the ${courseName} exam`
}

/** Software gets the credential from the same URL, so caches must store both. */
export const headers: Route.HeadersFunction = ({ parentHeaders }) => ({
  ...Object.fromEntries(parentHeaders),
  vary: 'accept',
})

export async function loader({ context, params }: Route.LoaderArgs) {
  // Links at the end of a sentence are often copied with its punctuation.
  const id = params.id.replace(/[^\w-]+$/, '')
  if (id !== '' && id !== params.id) throw redirect(pageAddress('/Certificate/:id', { id }))
  const call = context.get(apiContext)
  const certificate = await call<typeof readCertificate>('GET /Academy/api/certificate/:id/', {
    params: { id: params.id },
  }).catch(async (error: unknown) => {
    if (!isNotFoundError(error)) throw error
    // Links typed from paper often have wrong capitalization or characters that look alike.
    const found = await call<typeof findCertificate>('GET /Academy/api/certificate/find/:id/', {
      params: { id: params.id },
    })
    throw redirect(pageAddress('/Certificate/:id', found))
  })
  return { certificate, checkedAt: new Date().toISOString() }
}

export const clientAction = defineActions(certificateActions)

export default function CertificatePage({ loaderData: { certificate, checkedAt } }: Route.ComponentProps) {
  const isValid = certificate.status === 'valid'
  return (
    <div className="page-width flex max-w-[56rem] flex-col gap-8 pt-8 md:gap-10 md:pt-14 print:max-w-none print:gap-4 print:[zoom:0.78]">
      <div className="flex flex-col gap-5 print:gap-3">
        <CertificateStatus certificate={certificate} checkedAt={checkedAt} />
        <CertificatePaper certificate={certificate} />
      </div>
      {isValid ? <VerifyCertificate certificate={certificate} /> : <CertificateContact />}
      <CertificateMeaning certificate={certificate} />
      <CourseContents certificate={certificate} />
    </div>
  )
}

/** A mistyped URL must not look as if the certificate had disappeared. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isNotFoundError(error)) throw error
  return (
    <NotFound
      title="Certificate not found"
      action={<ButtonLink to={pageAddress('/Certificate/')}>Enter the certificate ID</ButtonLink>}
    >
      No certificate matches this link. Compare it with the one on the certificate, character by character. If they are
      the same, contact <EmailLink />.
    </NotFound>
  )
}
