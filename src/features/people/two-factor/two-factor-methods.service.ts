import type { Executor, Transaction } from '#db/open-database.ts'
import type { Config } from '#platform/config.ts'
import type { Deps } from '#platform/deps.ts'
import { isReadable } from './two-factor.service.ts'
import { deletePasskeysFor, listPasskeys } from './passkeys.queries.ts'
import {
  deleteSecret,
  findFactors,
  listSecrets,
  lockMemberRow,
  replaceRecoveryCodes,
  clearSessionFactors,
} from './two-factor.queries.ts'
import type { TwoFactorMethod } from './two-factor.rules.ts'
import { arePasskeysOffered } from './passkeys.service.ts'

export async function getFactors(deps: Deps, memberId: string) {
  const { codeSince, recoveryCodes } = await findFactors(deps.db, memberId)
  const passkeys = await listPasskeys(deps.db, memberId)
  return { codeSince, recoveryCodes, passkeys, arePasskeysOffered: arePasskeysOffered(deps) }
}

/** Returns the member's methods for the second factor, or undefined if there are none. */
export async function getTwoFactorMethods(
  db: Executor,
  deps: Pick<Deps, 'config'>,
  memberId: string,
): Promise<TwoFactorMethod[] | undefined> {
  const { codeSince, recoveryCodes, passkeys } = await findFactors(db, memberId)
  if (codeSince === null && passkeys === 0) return undefined
  return [
    ...(codeSince === null ? [] : (['code'] as const)),
    ...(passkeys > 0 && arePasskeysOffered(deps) ? (['passkey'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ]
}

export async function removeFactors(
  tx: Transaction,
  memberId: string,
): Promise<{ hadCodes: boolean; passkeys: number }> {
  await lockMemberRow(tx, memberId)
  const hadCodes = await deleteSecret(tx, memberId)
  const passkeys = await deletePasskeysFor(tx, memberId)
  await replaceRecoveryCodes(tx, memberId, [])
  await clearSessionFactors(tx, memberId)
  return { hadCodes, passkeys }
}

export async function countUnreadableFactors(tx: Transaction, config: Pick<Config, 'appSecret'>): Promise<number> {
  const secrets = await listSecrets(tx)
  return secrets.filter(({ memberId, sealedSecret }) => !isReadable({ config }, memberId, sealedSecret)).length
}
