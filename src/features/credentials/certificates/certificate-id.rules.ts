/**
 * Extracts the certificate ID from typed or pasted text, which may contain spaces, a label, or a certificate's whole
 * link. Empty if there is no ID.
 */
export function extractCertificateId(typed: string): string {
  const text = typed.replace(/^\s*certificate\s+id\b[\s:#]*/i, '').replaceAll(/\s/g, '')
  const [, inLink] = /\/certificate\/([^/?#]*)/i.exec(text) ?? []
  return (inLink?.replaceAll(/%[\da-f]{2}/gi, '') ?? text)
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[^\w-]/g, '')
}
