/** What a certificate says of its holder: the exam was passed, or all lectures were completed too. */
export type CertificateClaim = 'completed' | 'passed'

/** `completedAt` is stored at issue, and only where all lectures were completed by then. */
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
