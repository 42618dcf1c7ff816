import type { Executor } from '#db/open.ts'
import { licensesOf, printedLicenses } from '#features/credentials/contact-hours/licenses.public.ts'
import type { Deps } from '#platform/deps.ts'
import { credentialText } from '#features/credentials/open-badges/credentials.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { drawnInThread } from '#platform/drawing.ts'
import type { KeptLicense } from '#shared/contact-hours.ts'
import { pageAddress } from '#shared/pages.ts'
import type { certificatePdf as drawing, PrintedCertificate } from './certificate.document.ts'
import { certificateFileName } from './certificates.rules.ts'
import { printedOf } from './erasure.queries.ts'

const certificatePdf = drawnInThread<typeof drawing>(
  new URL('certificate.document.ts', import.meta.url),
  'certificatePdf',
)

type Drawn = Omit<PrintedCertificate, 'timeZone' | 'language' | 'issuer' | 'address' | 'licenses'> & {
  licenses: readonly KeptLicense[] | null
}

/** A certificate as a PDF. */
export function drawnCertificate(
  { config }: Pick<Deps, 'config'>,
  certificate: Drawn,
  { name, postalAddress, timeZone, language }: Awaited<ReturnType<typeof readSite>>,
): Promise<Buffer> {
  const address = addressOf({ config }, certificate)
  const licenses = printedLicenses(certificate.licenses ?? [], certificate.contactHours?.approver ?? '')
  const issuer = { name, address: postalAddress }
  return certificatePdf({ ...certificate, licenses, address, timeZone, language, issuer })
}

/** The same with its credential inside, where the academy can sign. */
export async function certificateWithCredential(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'log'>,
  { memberId, ...certificate }: Drawn & { memberId: string },
): Promise<Buffer> {
  const [site, credential, licenses] = await Promise.all([
    readSite(deps.db),
    credentialText(deps, certificate.id),
    licensesOn(deps.db, certificate, memberId),
  ])
  return drawnCertificate(deps, { ...certificate, licenses, ...(credential !== undefined && { credential }) }, site)
}

/** What was kept with it; of one with contact hours that a process of the version before issued, the holder's of now. */
async function licensesOn(db: Executor, { contactHours, licenses }: Drawn, memberId: string) {
  return contactHours ? (licenses ?? licensesOf(db, memberId)) : null
}

/** Where anyone can check it. */
export function addressOf({ config }: Pick<Deps, 'config'>, { id }: { id: string }): string {
  return config.publicUrl + pageAddress('/Certificate/:id', { id })
}

/** Each certificate of a member as a PDF, one after the other; by one statement beside that of the site's settings. */
export async function* certificateFiles(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  memberId: string,
): AsyncGenerator<{ name: string; content: Buffer }> {
  const site = await readSite(db)
  for (const certificate of await printedOf(db, memberId)) {
    const licenses = await licensesOn(db, certificate, memberId)
    const content = await drawnCertificate({ config }, { ...certificate, licenses }, site)
    yield { name: certificateFileName(certificate), content }
  }
}
