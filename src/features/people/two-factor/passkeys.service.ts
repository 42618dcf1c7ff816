import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { library, lazy } from '#platform/lazy.ts'
import { AppError } from '#shared/app-error.ts'
import { isHostName } from '#shared/host-name.ts'
import {
  cleanUpAfterLastFactor,
  createFirstRecoveryCodes,
  type Holder,
  requireStepUp,
  endSessionsBeforeFirstFactor,
  recordAndNotify,
} from './two-factor.service.ts'
import {
  type ChallengePurpose,
  countPasskeys,
  deletePasskey,
  findPasskey,
  insertPasskey,
  insertChallenge,
  deleteOlderChallenges,
  listPasskeys,
  type StoredPasskey,
  consumeChallenge,
  recordPasskeyUse,
} from './passkeys.queries.ts'
import { lockMemberRow, markConfirmed } from './two-factor.queries.ts'
import {
  CHALLENGE_LIFETIME_MS,
  MAX_CHALLENGES,
  MAX_PASSKEYS,
  PASSKEYS_UNAVAILABLE,
  PASSKEY_ALGORITHMS,
  PASSKEY_FAILED,
} from './two-factor.rules.ts'

const passkeys = lazy<typeof import('@simplewebauthn/server')>(() => library('@simplewebauthn/server'))
const helpers = lazy<typeof import('@simplewebauthn/server/helpers')>(() => library('@simplewebauthn/server/helpers'))

type RelyingParty = { id: string; origin: string }

/** Whether passkeys are offered. They require a domain name, so they are not offered at an IP address. */
export function arePasskeysOffered({ config }: Pick<Deps, 'config'>): boolean {
  return isHostName(new URL(config.publicUrl).hostname)
}

export async function beginPasskeyRegistration(deps: Deps, holder: Holder) {
  const { db } = deps
  const party = getRelyingParty(deps)
  await requireStepUp(db, holder)
  const [site, existing] = [await readSite(db), await listPasskeys(db, holder.id)]
  if (existing.length >= MAX_PASSKEYS) throw tooManyPasskeysError()
  const userName = await lockMemberRow(db, holder.id)
  if (userName === undefined) throw new AppError('sign_in_required', 'Please log in.')
  const { generateRegistrationOptions } = passkeys()
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: party.id,
    userName,
    userID: new TextEncoder().encode(holder.id),
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
  })
  await saveChallenge(deps, options.challenge, 'add', holder.id)
  return options
}

/** Adds a passkey. If the member had no recovery codes, creates and returns some, which are shown only this once. */
export async function addPasskey(
  deps: Deps,
  holder: Holder,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<string[]> {
  const { db, now } = deps
  const party = getRelyingParty(deps)
  await requireStepUp(db, holder)
  const expectedChallenge = await verifyChallenge(deps, response.response.clientDataJSON, 'add', holder.id)
  const { verifyRegistrationResponse } = passkeys()
  const { registrationInfo } = await runVerification(() => {
    rejectCertificates(response)
    return verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    })
  })
  if (!registrationInfo) throw passkeyFailedError()
  const { id, publicKey, counter } = registrationInfo.credential
  return db.transaction(async (tx) => {
    await lockMemberRow(tx, holder.id)
    // This is checked again, because another session may have added a factor in the meantime.
    await requireStepUp(tx, holder)
    await endSessionsBeforeFirstFactor(deps, tx, holder)
    if ((await countPasskeys(tx, holder.id)) >= MAX_PASSKEYS) throw tooManyPasskeysError()
    const passkey = {
      id,
      memberId: holder.id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: response.response.transports ?? [],
      name,
      createdAt: now(),
    }
    if (!(await insertPasskey(tx, passkey))) throw new AppError('invalid', 'This passkey is already in use.')
    const codes = await createFirstRecoveryCodes(tx, holder.id)
    await markConfirmed(tx, holder.sessionId, now(), true)
    await recordAndNotify(deps, tx, holder.id, 'passkey_added')
    return codes ?? []
  })
}

export async function removePasskey(deps: Deps, holder: Holder, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockMemberRow(tx, holder.id)
    await requireStepUp(tx, holder)
    if (!(await deletePasskey(tx, holder.id, id))) throw new AppError('not_found', 'Passkey not found.')
    await cleanUpAfterLastFactor(tx, holder.id)
    await recordAndNotify(deps, tx, holder.id, 'passkey_removed')
  })
}

/**
 * Returns the options for signing with a passkey. For a login, the passkey of any member is accepted, because it is not
 * known yet who logs in.
 */
export async function beginPasskeyAuthentication(deps: Deps, memberId: string | null) {
  const party = getRelyingParty(deps)
  const own = memberId === null ? [] : await listPasskeys(deps.db, memberId)
  const { generateAuthenticationOptions } = passkeys()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
    allowCredentials: own.map(({ id, transports }) => ({ id, transports })),
  })
  await saveChallenge(deps, options.challenge, memberId === null ? 'sign_in' : 'confirm', memberId)
  return options
}

/**
 * Returns the member whose passkey signed the challenge. Throws if it can't be verified. `memberId` is null for a
 * login.
 */
export async function verifyPasskey(
  deps: Deps,
  memberId: string | null,
  response: AuthenticationResponseJSON,
): Promise<string> {
  const { db, now } = deps
  const party = getRelyingParty(deps)
  const purpose = memberId === null ? 'sign_in' : 'confirm'
  const expectedChallenge = await verifyChallenge(deps, response.response.clientDataJSON, purpose, memberId)
  const passkey = await findPasskey(db, response.id)
  if (!passkey || (memberId !== null && passkey.memberId !== memberId)) throw passkeyFailedError()
  const { userHandle } = response.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.memberId) throw passkeyFailedError()
  const { verifyAuthenticationResponse } = passkeys()
  const { verified: isRight, authenticationInfo } = await runVerification(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: toCredential(passkey),
    }),
  )
  if (!isRight || !(await recordPasskeyUse(db, passkey.id, authenticationInfo.newCounter, now())))
    throw passkeyFailedError()
  return passkey.memberId
}

function toCredential({ id, publicKey, counter }: StoredPasskey) {
  return { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter }
}

async function saveChallenge({ db, now }: Deps, challenge: string, purpose: ChallengePurpose, memberId: string | null) {
  const expiresAt = new Date(now().getTime() + CHALLENGE_LIFETIME_MS)
  // Requests without a member are limited by IP address instead.
  if (memberId !== null) await deleteOlderChallenges(db, memberId, MAX_CHALLENGES - 1)
  await insertChallenge(db, { challenge, purpose, memberId, expiresAt })
}

/** Consumes the signed challenge. Throws if it was not issued for this purpose or was already used. */
async function verifyChallenge(
  { db, now }: Deps,
  clientData: string,
  purpose: ChallengePurpose,
  memberId: string | null,
): Promise<string> {
  const challenge = parseChallenge(clientData)
  if (challenge === undefined || !(await consumeChallenge(db, { challenge, purpose, memberId }, now())))
    throw passkeyFailedError()
  return challenge
}

function parseChallenge(clientData: string): string | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    const challenge = said instanceof Object && 'challenge' in said ? said.challenge : undefined
    return typeof challenge === 'string' && challenge.length <= 200 ? challenge : undefined
  } catch {
    return undefined
  }
}

/**
 * The library throws if anything doesn't match, such as the site or the key, or if the device did not verify the user.
 */
/**
 * Rejects a response with a certificate of the device. Browsers send none, because none was requested. With one, the
 * library would download the list of revoked certificates from the URL in it, which could be any URL that this server
 * can reach.
 */
function rejectCertificates({ response }: RegistrationResponseJSON): void {
  const { decodeAttestationObject, isoBase64URL } = helpers()
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const format = attestation.get('fmt')
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfSigned) throw passkeyFailedError()
}

async function runVerification<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify()
  } catch {
    throw passkeyFailedError()
  }
}

function getRelyingParty(deps: Pick<Deps, 'config'>): RelyingParty {
  if (!arePasskeysOffered(deps)) throw new AppError('invalid', PASSKEYS_UNAVAILABLE)
  const { hostname, origin } = new URL(deps.config.publicUrl)
  return { id: hostname, origin }
}

function passkeyFailedError(): AppError {
  return new AppError('sign_in_failed', PASSKEY_FAILED)
}

function tooManyPasskeysError(): AppError {
  return new AppError(
    'invalid',
    `You already have ${MAX_PASSKEYS} passkeys, the maximum. Remove one before you add another.`,
  )
}
