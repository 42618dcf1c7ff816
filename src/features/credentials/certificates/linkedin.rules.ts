import { type CertificateClaim, formatCertificateTitle } from '#shared/certificate-claim.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import type { listOwnCertificates } from './own-certificates.contract.ts'

export type LinkedInCertificate = {
  id: string
  courseName: string
  claim: CertificateClaim
  issuer: string
  /** Such as '2026-02-03'. */
  issuedOn: string
  address: string
}

type OwnCertificateData = EndpointReply<typeof listOwnCertificates>['certificates'][number]

export function toLinkedInCertificate(
  { id, course_name: courseName, claim, issued_on: issuedOn }: OwnCertificateData,
  site: { name: string; public_url: string } | undefined,
): LinkedInCertificate {
  const address = (site?.public_url ?? '') + pageAddress('/Certificate/:id', { id })
  return { id, courseName, claim, issuer: site?.name ?? '', issuedOn, address }
}

const formatCredentialName = ({ courseName, claim }: LinkedInCertificate) =>
  `${formatCertificateTitle(claim)}: ${courseName}`

/** The URL of LinkedIn's form with prefilled values, some of which LinkedIn may drop. */
export function buildLinkedInUrl(certificate: LinkedInCertificate): string {
  const { id, issuer, issuedOn, address } = certificate
  const [year = '', month = ''] = issuedOn.split('-')
  const filled = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: formatCredentialName(certificate),
    organizationName: issuer,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: address,
    certId: id,
  })
  return `https://www.linkedin.com/profile/add?${filled}`
}

/**
 * The same values under LinkedIn's field names, for copying one by one. The date is selected in the form, not typed.
 */
export function getLinkedInFields(certificate: LinkedInCertificate): { field: string; value: string }[] {
  const { id, issuer, address } = certificate
  return [
    { field: 'Name', value: formatCredentialName(certificate) },
    { field: 'Issuing organization', value: issuer },
    { field: 'Credential ID', value: id },
    { field: 'Credential URL', value: address },
  ]
}
