import type { OwnCertificateData, OwnCertificates } from './fetch-own-certificates.ts'
import { OwnCertificate } from './own-certificate.tsx'
import { ShareRow } from './share-row.tsx'

const NEW_FOR_MS = 30 * 24 * 60 * 60_000

type ShareableCertificateProps = { certificate: OwnCertificateData; sentTo: string; heading: 'h2' | 'h3' }

/** A certificate with the usual ways to save and share it. */
export function ShareableCertificate({ certificate, sentTo, heading }: ShareableCertificateProps) {
  return (
    <OwnCertificate certificate={certificate} sentTo={sentTo} heading={heading}>
      <ShareRow certificate={certificate} isShort />
    </OwnCertificate>
  )
}

export function findCourseCertificate(
  owned: OwnCertificates | undefined,
  courseId: string,
): OwnCertificateData | undefined {
  return owned?.certificates.find(({ course_id: id }) => id === courseId)
}

/** The newest certificate, if it was issued within the last month. */
export function findNewCertificate(owned: OwnCertificates | undefined): OwnCertificateData | undefined {
  const [newest] = owned?.certificates ?? []
  return newest && Date.now() - Date.parse(newest.issued_on) < NEW_FOR_MS ? newest : undefined
}
