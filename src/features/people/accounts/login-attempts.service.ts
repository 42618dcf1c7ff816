import type { Transaction } from '#db/open-database.ts'
import { countFailedLogin, countRefusedLogin } from '#features/foundation/audit-log/audit-log.public.ts'
import {
  type RateLimitEntry,
  rateLimitsForAddress,
  resetAttempts,
  isRemembered,
  assertWithinRateLimits,
  remember,
  uncountAttempts,
  enforceRateLimit,
} from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { clientKeyFor } from '#platform/client-key.ts'
import { AppError } from '#shared/app-error.ts'
import {
  CODES_FROM_KNOWN_CLIENT,
  CODES_PER_ACCOUNT,
  GUESSES_FROM_KNOWN_CLIENT,
  GUESSES_PER_ACCOUNT,
  GUESSES_PER_ADDRESS,
  KNOWN_DEVICE,
  KNOWN_CLIENT,
  LOGINS_PER_ACCOUNT,
  LOGINS_PER_ADDRESS,
} from './account-limits.rules.ts'
import { describeDevice } from './devices.rules.ts'

type LoginAttemptDeps = Pick<Deps, 'db' | 'now' | 'config'>

export type LoginClient = {
  memberId: string | undefined
  /** The username or email address as it was typed, in case no account has it. */
  typed?: string
  passwordHash: string | undefined
  address: string
}

/** A client with the network of a login or login attempt, as `clientKeyFor` returns it. */
type ClientNetwork = Omit<LoginClient, 'address'> & { network: string }

/**
 * Returns the entry for a network that is known for this account. The password hash is part of the key. So after a
 * password change, only the network where it was changed is known, and guesses by someone who knew the old password
 * count like those of a stranger.
 */
export function getKnownClientEntry(place: ClientNetwork): RateLimitEntry {
  return [KNOWN_CLIENT, `${getClientKey(place)} ${place.passwordHash ?? ''}`]
}

/** Returns the entry for a device that is known for this account, like `getKnownClientEntry`. */
export function getKnownDeviceEntry(place: ClientNetwork, agent: string): RateLimitEntry {
  return [KNOWN_DEVICE, `${getKnownClientEntry(place)[1]} ${describeDevice(agent)}`]
}

/**
 * Keeps a network known if the member chose the new password on it. So attackers who used up the account's limit of
 * codes can't keep the member from logging in there. An unknown network doesn't become known, because access to the
 * mailbox must not allow more attempts to enter a code.
 */
export async function rememberKnownClient(
  deps: LoginAttemptDeps,
  tx: Transaction,
  guesser: LoginClient,
  passwordHash: string,
): Promise<void> {
  const place = { ...guesser, network: clientKeyFor(guesser.address).network }
  if (!(await isRemembered(deps, tx, getKnownClientEntry(place)))) return
  await remember(deps, tx, getKnownClientEntry({ ...place, passwordHash }))
  // Resets only the guesses of the old password. Attempts to enter a code still count toward the network's limit.
  await resetAttempts(deps, tx, [[GUESSES_FROM_KNOWN_CLIENT, getClientKey(place)]])
}

type AttemptOptions = {
  /** Codes are short, so attempts with them also count toward a stricter limit. */
  isCode?: boolean
  /**
   * Whether a success counts toward the hourly limit of logins for the account and the IP address. It does for logins
   * that hash a password.
   */
  isLogin?: boolean
}

/**
 * Runs `look`, which verifies a password or code. Each attempt is counted before it is verified, so that 100 concurrent
 * attempts count as 100. A successful attempt no longer counts as a guess, and the success is recorded. Throws
 * `too_many_requests`.
 */
export async function verifyAttempt(
  deps: LoginAttemptDeps,
  guesser: LoginClient,
  look: () => Promise<boolean>,
  { isCode = false, isLogin = true }: AttemptOptions = {},
): Promise<boolean> {
  const { db } = deps
  const { memberId, typed = '', address } = guesser
  const who = memberId ?? typed
  const place = { ...guesser, network: clientKeyFor(address).network }
  const guessesOfAddress = rateLimitsForAddress(GUESSES_PER_ADDRESS, address)
  const logins: RateLimitEntry[] = [[LOGINS_PER_ACCOUNT, who], ...rateLimitsForAddress(LOGINS_PER_ADDRESS, address)]
  const successes = isLogin ? logins : []

  async function tried(): Promise<{ isRight: boolean; guesses: RateLimitEntry[] }> {
    for (const [limit, subject] of guessesOfAddress) await enforceRateLimit(deps, db, limit, subject)
    if (isLogin) await assertWithinRateLimits(deps, db, successes)
    const isKnown = await isRemembered(deps, db, getKnownClientEntry(place))
    const guesses: RateLimitEntry[] = isKnown
      ? [[GUESSES_FROM_KNOWN_CLIENT, getClientKey(place)]]
      : [[GUESSES_PER_ACCOUNT, who]]
    if (isCode) guesses.push(isKnown ? [CODES_FROM_KNOWN_CLIENT, getClientKey(place)] : [CODES_PER_ACCOUNT, who])
    for (const [limit, subject] of guesses) await enforceRateLimit(deps, db, limit, subject)
    const isRight = await look().catch(async (error: unknown) => {
      // Nothing was verified, because the queue was full or the database was unavailable.
      await uncountAttempts(deps, db, [...guessesOfAddress, ...guesses])
      throw error
    })
    return { isRight, guesses }
  }

  const countRefused = async (error: unknown) => {
    if (error instanceof AppError) await countRefusedLogin(deps, memberId)
    throw error
  }
  const { isRight, guesses } = await tried().catch(countRefused)
  if (!isRight) {
    await countFailedLogin(deps, memberId)
    return false
  }
  await uncountAttempts(deps, db, [...guessesOfAddress, ...guesses])
  for (const [limit, subject] of successes) await enforceRateLimit(deps, db, limit, subject).catch(countRefused)
  return true
}

function getClientKey({ memberId, typed = '', network }: ClientNetwork): string {
  return `${memberId ?? typed} ${network}`
}
