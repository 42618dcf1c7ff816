/**
 * What a certificate states about its holder: only that they passed the exam, or also that they completed all lectures;
 * or, for a course without an exam, that they completed all lectures.
 */
export const CERTIFICATE_CLAIMS = ['completed', 'passed', 'studied'] as const

export type CertificateClaim = (typeof CERTIFICATE_CLAIMS)[number]

/**
 * Returns what a certificate states. `completedAt` was stored when the certificate was issued, but only if all lectures
 * had been completed by that time. `passedAt` is null if the course had no exam.
 */
export function getClaim({
  completedAt,
  passedAt,
}: {
  completedAt: Date | null
  passedAt: Date | null
}): CertificateClaim {
  if (!passedAt) return 'studied'
  return completedAt ? 'completed' : 'passed'
}

const TITLES: Readonly<Record<CertificateClaim, string>> = {
  completed: 'Certificate of completion',
  passed: 'Certificate of achievement',
  studied: 'Certificate of completion',
}

export function formatCertificateTitle(claim: CertificateClaim): string {
  return TITLES[claim]
}
