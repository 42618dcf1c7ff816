import type { Transaction } from '#db/open-database.ts'
import {
  type CorrectedName,
  correctMemberName,
} from '#features/people/member-administration/member-administration.public.ts'
import { signCredential } from '#features/credentials/open-badges/credentials.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Staff } from '#shared/policy.ts'
import { updatePrintedName } from './certificates.queries.ts'
import { getPrintableName } from './certificates.service.ts'

type NameCorrection = {
  memberId: string
  name: CorrectedName
  /** Whether existing certificates also show the new name. Otherwise, they keep the old one. */
  isReprinted: boolean
  by: Staff
  insteadOf?: string | undefined
}

/**
 * Corrects a member's name and, if requested, updates existing certificates. Throws `forbidden`, `not_found`, or
 * `invalid` with field errors.
 */
export async function correctName(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'now'>,
  { isReprinted, ...correction }: NameCorrection,
): Promise<{ certificates: number }> {
  const { memberId } = correction
  return deps.db.transaction((tx) =>
    correctMemberName(deps, tx, {
      ...correction,
      reprint: async () => (isReprinted ? reprintCertificates(deps, tx, memberId) : 0),
    }),
  )
}

/** Credentials signed with the old name are revoked, and each certificate is signed again. */
async function reprintCertificates({ jobs }: Pick<Deps, 'jobs'>, tx: Transaction, memberId: string): Promise<number> {
  const printed = await updatePrintedName(tx, memberId, await getPrintableName(tx, memberId))
  await jobs.enqueueAll(
    tx,
    signCredential,
    printed.map((certificateId) => ({ certificateId })),
  )
  return printed.length
}
