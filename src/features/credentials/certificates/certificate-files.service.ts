import type { Executor } from '#db/open-database.ts'
import { listMemberLicenses, formatPrintedLicenses } from '#features/credentials/contact-hours/licenses.public.ts'
import type { Deps } from '#platform/deps.ts'
import { getCredentialText } from '#features/credentials/open-badges/credentials.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { drawInWorker } from '#platform/draw-in-worker.ts'
import type { LicenseSnapshot } from '#shared/contact-hours.ts'
import { pageAddress } from '#shared/pages.ts'
import type { certificatePdf as drawing, PrintedCertificate } from './certificate.pdf.ts'
import { certificateFileName } from './certificates.rules.ts'
import { listPrintedContents } from './erasure.queries.ts'

const certificatePdf = drawInWorker<typeof drawing>(new URL('certificate.pdf.ts', import.meta.url), 'certificatePdf')

type CertificatePdfData = Omit<
  PrintedCertificate,
  'timeZone' | 'language' | 'paper' | 'issuer' | 'address' | 'licenses'
> & {
  licenses: readonly LicenseSnapshot[] | null
}

export function renderCertificatePdf(
  { config }: Pick<Deps, 'config'>,
  certificate: CertificatePdfData,
  { name, postalAddress, timeZone, language, paper }: Awaited<ReturnType<typeof readSite>>,
): Promise<Buffer> {
  const address = getCertificateUrl({ config }, certificate)
  const licenses = formatPrintedLicenses(certificate.licenses ?? [], certificate.contactHours?.approver ?? '')
  const issuer = { name, address: postalAddress }
  return certificatePdf({ ...certificate, licenses, address, timeZone, language, paper, issuer })
}

/** The certificate's PDF with its credential embedded, if the academy can sign. */
export async function renderCertificatePdfWithCredential(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'log'>,
  { memberId, ...certificate }: CertificatePdfData & { memberId: string },
): Promise<Buffer> {
  const [site, credential, licenses] = await Promise.all([
    readSite(deps.db),
    getCredentialText(deps, certificate.id),
    getPrintedLicenses(deps.db, certificate, memberId),
  ])
  return renderCertificatePdf(deps, { ...certificate, licenses, ...(credential !== undefined && { credential }) }, site)
}

/**
 * The stored licenses; for a certificate with contact hours issued by an earlier version, the holder's current ones.
 */
async function getPrintedLicenses(db: Executor, { contactHours, licenses }: CertificatePdfData, memberId: string) {
  return contactHours ? (licenses ?? listMemberLicenses(db, memberId)) : null
}

export function getCertificateUrl({ config }: Pick<Deps, 'config'>, { id }: { id: string }): string {
  return config.publicUrl + pageAddress('/Certificate/:id', { id })
}

/** A member's certificates as PDFs, one after the other. Runs one query in addition to the one for site settings. */
export async function* generateCertificateFiles(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  memberId: string,
): AsyncGenerator<{ name: string; content: Buffer }> {
  const site = await readSite(db)
  for (const certificate of await listPrintedContents(db, memberId)) {
    const licenses = await getPrintedLicenses(db, certificate, memberId)
    const content = await renderCertificatePdf({ config }, { ...certificate, licenses }, site)
    yield { name: certificateFileName(certificate), content }
  }
}
