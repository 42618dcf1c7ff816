/**
 * What a certificate states about its holder: either only that they passed the exam, or also that they completed all
 * lectures.
 */
export type CertificateClaim = 'completed' | 'passed'

/**
 * Returns what a certificate states. `completedAt` was stored when the certificate was issued, but only if all lectures
 * had been completed by that time.
 */
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
