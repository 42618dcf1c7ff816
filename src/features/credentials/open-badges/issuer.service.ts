import type { Executor } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { encrypt, DecryptionError, decrypt } from '#platform/encryption.ts'
import { AppError } from '#shared/app-error.ts'
import type { Staff } from '#shared/policy.ts'
import type { SigningKey } from './credential-signing.worker.ts'
import { endCredentialsSignedBy } from './credentials.queries.ts'
import { signRemainingCredentials } from './credentials.queues.ts'
import {
  KEY_UNREADABLE_MESSAGE,
  createDidDocument,
  toDid,
  getSigningHost,
  hostChangedMessage,
  NO_SIGNING_HOST_MESSAGE,
} from './credentials.rules.ts'
import { findIssuer, findPublishedKeys, insertIssuer, type Issuer, replaceKey } from './issuer.queries.ts'

type SealingConfig = Pick<Deps['config'], 'appSecret'>
type IssuerDeps = Pick<Deps, 'db' | 'config' | 'now'>

/**
 * `nameless`: the academy's URL has no host name to sign with. `closed`: the key was encrypted with another APP_SECRET
 * and can't be read; it is never overwritten.
 */
export type Signer = { is: 'ready'; host: string; since: Date; key: SigningKey } | { is: 'nameless' } | { is: 'closed' }

/** The issuer and signing key, created by a single process at the first certificate. */
export async function getSigner(deps: IssuerDeps): Promise<Signer> {
  const issuer = (await findIssuer(deps.db)) ?? (await findOrCreateIssuer(deps))
  return issuer ? openSigner(deps.config, issuer) : { is: 'nameless' }
}

/**
 * The public document for verifying our signatures, with every key that ever signed. Undefined before the first
 * certificate.
 */
export async function getDidDocument({ db }: Pick<Deps, 'db'>): Promise<object | undefined> {
  const published = await findPublishedKeys(db)
  return published && createDidDocument(published.host, published.publicKeys)
}

/** Problems with signing that the operator should know about. Read-only. */
export async function checkSigning({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<{ is: 'fine' | 'wrong' | 'unknown'; text: string }> {
  const host = getConfiguredHost(config)
  const issuer = await findIssuer(db)
  if (issuer && openSigner(config, issuer).is === 'closed') return { is: 'wrong', text: KEY_UNREADABLE_MESSAGE }
  if (issuer && issuer.host !== new URL(config.publicUrl).host)
    return { is: 'unknown', text: hostChangedMessage(issuer.host) }
  if (issuer) return { is: 'fine', text: `certificates are signed as ${toDid(issuer.host)}` }
  if (host !== undefined)
    return {
      is: 'fine',
      text: `certificates will be signed as ${toDid(host)}; after the first one is issued, this can't be changed`,
    }
  return { is: config.mode === 'production' ? 'unknown' : 'fine', text: NO_SIGNING_HOST_MESSAGE }
}

export async function isKeyUnreadable(db: Executor, config: SealingConfig): Promise<boolean> {
  const issuer = await findIssuer(db)
  return issuer !== undefined && openSigner(config, issuer).is === 'closed'
}

export async function logSigningWarnings({ db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>): Promise<void> {
  const { is, text } = await checkSigning({ db, config })
  if (is !== 'fine') log.warn({ what: 'credentials' }, text)
}

type KeyRotation = {
  by: Staff
  /** True if the old key was stolen: everything signed with it becomes invalid, and certificates are signed again. */
  isStolen: boolean
}

/**
 * Switches to a new signing key, even if the old one can no longer be decrypted. The old public key remains published
 * and the private key is discarded, so existing signatures stay valid, unless the key was stolen. Throws `invalid` if
 * nothing has been signed yet.
 */
export async function rotateKey(
  { db, jobs, config, now }: IssuerDeps & Pick<Deps, 'jobs'>,
  { by, isStolen }: KeyRotation,
): Promise<{ publicKey: string; ended: number }> {
  const at = now()
  const key = await createKey(config, at)
  const ended = await db.transaction(async (tx) => {
    const retired = await replaceKey(tx, key, { isStolen })
    if (retired === undefined)
      throw new AppError('invalid', 'Nothing has been signed yet, so there is no key to change.')
    const change = { before: { key: retired }, after: { key: key.publicKey, ...(isStolen && { stolen: retired }) } }
    await recordEvent(tx, { at, kind: 'credential.key_changed', by, ...change })
    if (!isStolen) return 0
    await jobs.enqueue(tx, signRemainingCredentials, {})
    return endCredentialsSignedBy(tx, retired, at)
  })
  return { ...key, ended }
}

async function findOrCreateIssuer({ db, config, now }: IssuerDeps): Promise<Issuer | undefined> {
  const host = getConfiguredHost(config)
  if (host === undefined) return undefined
  const key = await createKey(config, now())
  await db.transaction((tx) => insertIssuer(tx, host, key))
  return findIssuer(db)
}

function getConfiguredHost({ publicUrl, mode }: Deps['config']): string | undefined {
  return getSigningHost(publicUrl, mode === 'production')
}

async function createKey(config: SealingConfig, since: Date) {
  const { generate } = await import('@digitalbazaar/ed25519-multikey')
  const { publicKeyMultibase: publicKey, secretKeyMultibase } = await generate()
  return { publicKey, sealedSecret: encrypt(getKeySeal(config, publicKey), secretKeyMultibase), since }
}

function openSigner(config: SealingConfig, { host, since, publicKey, sealedSecret }: Issuer): Signer {
  try {
    const secretKey = decrypt(getKeySeal(config, publicKey), sealedSecret)
    return { is: 'ready', host, since, key: { did: toDid(host), publicKey, secretKey } }
  } catch (error) {
    if (error instanceof DecryptionError) return { is: 'closed' }
    throw error
  }
}

function getKeySeal(config: SealingConfig, publicKey: string) {
  return { config, purpose: 'credential key', owner: publicKey }
}
