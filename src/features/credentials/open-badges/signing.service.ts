import { createHash, randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { runInWorker } from '#platform/worker-thread.ts'
import { getClaim } from '#shared/certificate-claim.ts'
import type { signedCredential as Signing } from './credential-signing.worker.ts'
import {
  findCredentialByIndex,
  findFreeStatusIndex,
  findSignedCredential,
  findCredentialData,
  saveSignedCredential,
  listUnsignedCertificates,
} from './credentials.queries.ts'
import { KEY_UNREADABLE_MESSAGE, STATUS_LIST_SIZE, createUnsignedCredential } from './credentials.rules.ts'
import { type Signer, getSigner } from './issuer.service.ts'

type SigningDeps = Pick<Deps, 'db' | 'config' | 'now' | 'log'>

const Credential = z.record(z.string(), z.unknown())

/** Signing takes as long as rendering a page, and the first signature ten times as long. */
const signInWorker = runInWorker<typeof Signing>(
  new URL('credential-signing.worker.ts', import.meta.url),
  'signedCredential',
  'documents',
)

/**
 * The Open Badges credential of a certificate, including a revoked one. Signs it now if necessary. Undefined if there
 * is no such certificate, its holder was erased, or the academy can't sign.
 */
export async function getCredential(deps: SigningDeps, certificateId: string): Promise<object | undefined> {
  const text = await getCredentialText(deps, certificateId)
  return text === undefined ? undefined : Credential.parse(JSON.parse(text))
}

/** The credential as JSON, byte for byte as signed. */
export async function getCredentialText(deps: SigningDeps, certificateId: string): Promise<string | undefined> {
  return (await findSignedCredential(deps.db, certificateId)) ?? (await signCertificate(deps, certificateId))
}

/** A single credential of a certificate, current or superseded, as signed. Undefined if there is none at this entry. */
export async function getCredentialTextByIndex(
  { db }: Pick<Deps, 'db'>,
  entry: { certificateId: string; list: number; place: number },
): Promise<string | undefined> {
  return findCredentialByIndex(db, entry)
}

/** If the name, validity, or key changes during signing, the certificate is signed again. */
const MAX_ATTEMPTS = 4

/** Signs a certificate if it has no current credential. Returns the current one. */
export async function signCertificate(deps: SigningDeps, certificateId: string): Promise<string | undefined> {
  // A request for a certificate that doesn't exist must not create the academy's issuer name and key.
  if (!(await findCredentialData(deps.db, certificateId))) return undefined
  for (let round = 1; round <= MAX_ATTEMPTS; round += 1) {
    const signer = await getSignerOrWarn(deps)
    if (!signer) return undefined
    const signed = (await signOnce(deps, signer, certificateId)) ?? (await findSignedCredential(deps.db, certificateId))
    if (signed !== undefined) return signed
    if (!(await findCredentialData(deps.db, certificateId))) return undefined
  }
  throw new Error('The certificate changes faster than it can be signed')
}

type ReadySigner = Extract<Signer, { is: 'ready' }>

/** Certificates are still issued, but without signatures, and the operator is warned. */
async function getSignerOrWarn(deps: SigningDeps): Promise<ReadySigner | undefined> {
  const signer = await getSigner(deps)
  if (signer.is === 'closed') deps.log.error({}, KEY_UNREADABLE_MESSAGE)
  return signer.is === 'ready' ? signer : undefined
}

async function signOnce(
  { db, now }: SigningDeps,
  { host, key }: ReadySigner,
  certificateId: string,
): Promise<string | undefined> {
  const stated = await findCredentialData(db, certificateId)
  if (!stated) return undefined
  const free = await findFreeStatusIndex(db, drawRandomIndexes())
  if (!free) throw new Error('No free place in the status list was drawn')
  const { printedName, courseId, courseName, description, examined, contactHours, issuedAt } = stated
  const { name: issuer } = await readSite(db)
  const credential = createUnsignedCredential({
    host,
    issuer,
    certificateId,
    printedName,
    course: { id: courseId, name: courseName, description },
    examined,
    contactHours,
    claim: getClaim(stated),
    issuedAt,
    email: hashWithSalt(stated.email),
    ...free,
  })
  const signedAt = now()
  const signed = await signInWorker({ credential, key, at: signedAt })
  const isSaved = await db.transaction((tx) =>
    saveSignedCredential(tx, { certificateId, printedName, signed, publicKey: key.publicKey, signedAt, ...free }),
  )
  return isSaved ? signed : undefined
}

/** So many random indexes that at least one is free, however full the list is. */
function drawRandomIndexes(): number[] {
  return Array.from({ length: 64 }, () => randomInt(STATUS_LIST_SIZE))
}

/** Hashes the lowercase email address followed by a salt, as Open Badges specifies. */
function hashWithSalt(email: string): { hash: string; salt: string } {
  const salt = randomBytes(16).toString('hex')
  const hash = createHash('sha256')
    .update(email.toLowerCase() + salt)
    .digest('hex')
  return { hash: `sha256$${hash}`, salt }
}

const BATCH_SIZE = 100

/**
 * The job handler: signs unsigned certificates one by one without holding locks. Resumes after an interruption. Throws
 * at the end if any failed.
 */
export async function signUnsignedCertificates(deps: SigningDeps, patienceMs = 4 * 60_000): Promise<void> {
  const until = performance.now() + patienceMs
  const failed: unknown[] = []
  let after = ''
  for (;;) {
    const ids = await listUnsignedCertificates(deps.db, { after, max: BATCH_SIZE })
    if (ids.length === 0 || !(await getSignerOrWarn(deps))) break
    for (const id of ids) {
      if (performance.now() > until) return
      await signCertificate(deps, id).catch((error: unknown) => failed.push(error))
    }
    after = ids.at(-1) ?? after
    if (ids.length < BATCH_SIZE) break
  }
  if (failed.length > 0)
    throw new Error(`Certificates that could not be signed: ${failed.length}`, { cause: failed[0] })
}
