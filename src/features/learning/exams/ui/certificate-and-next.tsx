import { ContinueButton } from '#features/catalog/resume/ui/continue-button.tsx'
import type { OwnCertificates } from '#features/credentials/certificates/ui/fetch-own-certificates.ts'
import {
  findCourseCertificate,
  ShareableCertificate,
} from '#features/credentials/certificates/ui/shareable-certificate.tsx'

/** The course's certificate, if the member has it, and what to study next. */
export function CertificateAndNext({ courseId, owned }: { courseId: string; owned: OwnCertificates | undefined }) {
  const certificate = findCourseCertificate(owned, courseId)
  if (!owned || !certificate) return null
  return (
    <section aria-label="Your certificate" className="flex flex-col gap-4">
      <ShareableCertificate certificate={certificate} sentTo={owned.sent_to} heading="h2" />
      <ContinueButton />
    </section>
  )
}
