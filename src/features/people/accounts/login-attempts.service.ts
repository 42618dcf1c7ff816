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
} from './accounts.rules.ts'
import { describeDevice } from './devices.rules.ts'

type LoginAttemptDeps = Pick<Deps, 'db' | 'now' | 'config'>

export type LoginClient = {
  /** Undefined: nobody has the name that was typed. */
  memberId: string | undefined
  /** What was typed, where nobody has it. */
  typed?: string
  passwordHash: string | undefined
  /** The visitor's IP address. */
  address: string
}

/** A network, as `placeOf` names it, from which somebody is in an account, or wants to be. */
type ClientNetwork = Omit<LoginClient, 'address'> & { network: string }

/** A new password makes every place a new one, but the one where it was chosen: guesses of whoever was in the account with the old one count as a stranger's. */
export function getKnownClientEntry(place: ClientNetwork): RateLimitEntry {
  return [KNOWN_CLIENT, `${getClientKey(place)} ${place.passwordHash ?? ''}`]
}

/** The same with the device of this agent. */
export function getKnownDeviceEntry(place: ClientNetwork, agent: string): RateLimitEntry {
  return [KNOWN_DEVICE, `${getKnownClientEntry(place)[1]} ${describeDevice(agent)}`]
}

/**
 * Where the owner was before and has chosen a new password, he is known under that, too: strangers who used up the codes of his account must not
 * keep him out there. A place that was not known becomes none by it: no mailbox is a way to more codes.
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
  // Of guesses at the password of before, that is: a code is still counted as one of those that the place has.
  await resetAttempts(deps, tx, [[GUESSES_FROM_KNOWN_CLIENT, getClientKey(place)]])
}

type AttemptOptions = {
  /** Whether it is a code, which is short: it is counted once more. */
  isCode?: boolean
  /** Whether a right one is one of the logins that an account, and an address, has in an hour: those that hash a password are. */
  isLogin?: boolean
}

/**
 * Whether `look` finds right what somebody shows for an account: its password, or a code. A try is counted before it is looked at, so that a
 * hundred at once count a hundred; a right one is taken back, and counted as a success. Throws `too_many_requests`.
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
      // Nothing was looked at: too many waited, or the database was away.
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
