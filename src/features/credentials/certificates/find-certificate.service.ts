import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { extractCertificateId } from './certificate-id.rules.ts'
import { listSimilarCertificateIds } from './certificates.queries.ts'

/**
 * Finds a certificate's exact ID from a typed one. Wrong capitalization and characters that look alike in print are
 * accepted if only one certificate matches. Throws `not_found`.
 */
export async function findCertificateId({ db }: Pick<Deps, 'db'>, typed: string): Promise<string> {
  const id = extractCertificateId(typed)
  const similar = id === '' ? [] : await listSimilarCertificateIds(db, id)
  const found = similar.includes(id) ? id : similar.length === 1 ? similar[0] : undefined
  if (found === undefined)
    throw new AppError(
      'not_found',
      'No certificate has this ID. Compare it with the ID on the certificate, character by character.',
    )
  return found
}
