/**
 * What a certificate states about its holder: either that they passed the exam, or that they also completed all
 * lectures.
 */
export type CertificateClaim = 'completed' | 'passed'

/** `completedAt` was stored when the certificate was issued, but only if all lectures had been completed by then. */
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
