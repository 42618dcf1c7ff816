import { asc, isNull } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { credentialIssuer, credentialKeys } from '#db/tables/credentials.ts'

export type Issuer = { host: string; since: Date; publicKey: string; sealedSecret: string }

export async function findIssuer(db: Executor): Promise<Issuer | undefined> {
  const { host, since } = credentialIssuer
  const { publicKey, sealedSecret } = credentialKeys
  const [issuer] = await db
    .select({ host, since, publicKey, sealedSecret })
    .from(credentialIssuer)
    .innerJoin(credentialKeys, isNull(credentialKeys.retiredAt))
  return issuer
}

type NewKey = { publicKey: string; sealedSecret: string; since: Date }

/** Stores the host and key unless another process just did so; whichever comes first wins. */
export async function insertIssuer(tx: Transaction, host: string, key: NewKey): Promise<void> {
  const made = await tx
    .insert(credentialIssuer)
    .values({ host, since: key.since })
    .onConflictDoNothing()
    .returning({ id: credentialIssuer.id })
  if (made.length > 0) await tx.insert(credentialKeys).values(key).onConflictDoNothing()
}

/**
 * Retires the signing key, withdraws it if it was stolen, and activates the new key. Returns the retired key; undefined
 * if nothing was ever signed.
 */
export async function replaceKey(
  tx: Transaction,
  key: NewKey,
  { isStolen }: { isStolen: boolean },
): Promise<string | undefined> {
  // If two requests are concurrent, the second waits and retires the first one's key.
  const [issuer] = await tx.select({ id: credentialIssuer.id }).from(credentialIssuer).for('update')
  if (!issuer) return undefined
  const [retired] = await tx
    .update(credentialKeys)
    .set({ retiredAt: key.since, sealedSecret: '', ...(isStolen && { withdrawnAt: key.since }) })
    .where(isNull(credentialKeys.retiredAt))
    .returning({ publicKey: credentialKeys.publicKey })
  await tx.insert(credentialKeys).values(key)
  return retired?.publicKey
}

/** The host and public keys, oldest first; undefined before the first certificate. */
export async function findPublishedKeys(db: Executor): Promise<{ host: string; publicKeys: string[] } | undefined> {
  const rows = await db
    .select({ host: credentialIssuer.host, publicKey: credentialKeys.publicKey })
    .from(credentialIssuer)
    .innerJoin(credentialKeys, isNull(credentialKeys.withdrawnAt))
    .orderBy(asc(credentialKeys.since), asc(credentialKeys.publicKey))
  const [first] = rows
  return first && { host: first.host, publicKeys: rows.map(({ publicKey }) => publicKey) }
}
