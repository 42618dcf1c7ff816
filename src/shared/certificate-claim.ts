/**
 * What a certificate states about its holder: either that they passed the exam, or that they also completed all
 * lectures.
 */
export type CertificateClaim = 'completed' | 'passed'

/** `completedAt` is stored when the certificate is issued, but only if all lectures were completed by then. */
export function getClaim({ completedAt }: { completedAt: Date | null }): CertificateClaim {
  return completedAt ? 'completed' : 'passed'
}

const TITLES: Readonly<Record<CertificateClaim, string>> = {
  completed: 'Certificate of completion',
  passed: 'Certificate of achievement',
}

export function formatCertificateTitle(claim: CertificateClaim): string {
  return TITLES[claim]
}
