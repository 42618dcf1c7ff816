/**
 * The certificate ID in what someone typed or pasted: with spaces or a label, or a certificate's whole link. Empty if
 * there is none.
 */
export function extractCertificateId(typed: string): string {
  const text = typed.replace(/^\s*certificate\s+id\b[\s:#]*/i, '').replaceAll(/\s/g, '')
  const [, inLink] = /\/certificate\/([^/?#]*)/i.exec(text) ?? []
  return (inLink?.replaceAll(/%[\da-f]{2}/gi, '') ?? text)
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[^\w-]/g, '')
}
