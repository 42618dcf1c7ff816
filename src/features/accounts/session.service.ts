import type { Transaction } from '#db/open.ts'
import { countFailedLogin, countRefusedLogin, recordEvent } from '#features/audit/audit.public.ts'
import {
  type Counted,
  countsOfAddress,
  isRemembered,
  refuseUsedUp,
  remember,
  takeBackTries,
  throttle,
} from '#features/throttling/throttling.public.ts'
import type { Caller } from '#platform/http/access.ts'
import type { Deps } from '#platform/deps.ts'
import { placeOf } from '#platform/network.ts'
import { AppError } from '#shared/app-error.ts'
import {
  GUESSES_FROM_KNOWN_PLACE,
  GUESSES_PER_ACCOUNT,
  GUESSES_PER_ADDRESS,
  KNOWN_PLACE,
  LOGIN_FAILED,
  LOGINS_PER_ACCOUNT,
  LOGINS_PER_ADDRESS,
  SESSION_LIFETIME_MS,
  SESSION_TOUCH_MS,
  SESSIONS_PER_MEMBER,
} from './accounts.rules.ts'
import { findByLogin } from './accounts.queries.ts'
import { isPassword, OURSELVES } from './password-hashing.service.ts'
import { deleteSession, findSession, insertSession, keepNewestSessionsOf, prolongSession } from './sessions.queries.ts'
import { hashOfToken, makeToken } from './tokens.service.ts'

/** One statement; a second one every ten minutes, which keeps a session in use alive for another thirty days. */
export async function identify({ db, now }: Pick<Deps, 'db' | 'now'>, token: string): Promise<Caller | undefined> {
  const tokenHash = hashOfToken(token)
  const time = now()
  const session = await findSession(db, tokenHash, time)
  if (!session) return undefined
  if (time.getTime() - session.lastUsedAt.getTime() >= SESSION_TOUCH_MS) {
    await prolongSession(db, tokenHash, { lastUsedAt: time, expiresAt: expiry(time) })
  }
  return { id: session.id, role: session.role, sessionId: session.sessionId, tokenHash }
}

type NewSession = {
  memberId: string
  agent: string
  passwordHash?: string
  /** What is to be written together with the session. */
  remember?: (tx: Transaction) => Promise<void>
}

/** Returns the token; only its hash is kept. The member's oldest session ends when there are too many. Refuses when `passwordHash`, the one that was looked at, is the member's no more. */
export async function startSession(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { memberId, agent, passwordHash, remember }: NewSession,
): Promise<string> {
  const token = makeToken()
  const time = now()
  const session = {
    tokenHash: hashOfToken(token),
    memberId,
    agent: printable(agent),
    createdAt: time,
    lastUsedAt: time,
    expiresAt: expiry(time),
  }
  await db.transaction(async (tx) => {
    if (!(await insertSession(tx, session, passwordHash))) throw new AppError('sign_in_failed', LOGIN_FAILED)
    await remember?.(tx)
  })
  // Afterwards, so that the last of many logins at once sees the sessions of all others.
  await keepNewestSessionsOf(db, memberId, SESSIONS_PER_MEMBER)
  return token
}

/** Whether this password opens the account with this e-mail address, which must be verified. */
export async function opensAccount(
  { db }: Pick<Deps, 'db'>,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const member = await findByLogin(db, email)
  return Boolean(member?.emailVerifiedAt) && isPassword(password, member?.passwordHash, OURSELVES)
}

type Credentials = { username: string; password: string; address: string; agent: string }

/** Username or e-mail address and password for a token. Unknown names and wrong passwords can't be told apart. */
export async function signIn(deps: Deps, { username, password, address, agent }: Credentials): Promise<string> {
  const { db, now } = deps
  const login = username.trim()
  // No name holds control characters, and PostgreSQL refuses one of them.
  const member = /\p{Cc}/u.test(login) ? undefined : await findByLogin(db, login)
  const who = member?.id ?? login
  const place = `${who} ${placeOf(address).network}`
  // A new password, and a lock, make every place a new one: whoever was in the account with the old one is told of again.
  const knownPlace: Counted = [KNOWN_PLACE, `${place} ${member?.passwordHash ?? ''}`]
  const guessesOfAddress = countsOfAddress(GUESSES_PER_ADDRESS, address)
  const logins: Counted[] = [[LOGINS_PER_ACCOUNT, who], ...countsOfAddress(LOGINS_PER_ADDRESS, address)]

  /**
   * Whether the password is right, and under which keys the try was counted. It is counted before the password is looked at, so
   * that a hundred tries at once count a hundred.
   */
  async function look(): Promise<{ isRight: boolean; guesses: Counted }> {
    for (const [limit, subject] of guessesOfAddress) await throttle(deps, db, limit, subject)
    await refuseUsedUp(deps, db, logins)
    const isKnown = await isRemembered(deps, db, knownPlace)
    const guesses: Counted = isKnown ? [GUESSES_FROM_KNOWN_PLACE, place] : [GUESSES_PER_ACCOUNT, who]
    await throttle(deps, db, ...guesses)
    return { isRight: await isPassword(password, member?.passwordHash, address), guesses }
  }

  const { isRight, guesses } = await look().catch(async (error: unknown) => {
    if (error instanceof AppError) await countRefusedLogin(deps, member?.id)
    throw error
  })
  if (!isRight || !member) {
    await countFailedLogin(deps, member?.id)
    throw new AppError('sign_in_failed', LOGIN_FAILED)
  }
  await takeBackTries(deps, db, [...guessesOfAddress, guesses])
  for (const [limit, subject] of logins) await throttle(deps, db, limit, subject)
  if (!member.emailVerifiedAt) {
    throw new AppError('email_not_verified', 'Please verify your email first. We can send you the link again.', {
      reply: { email: member.email },
    })
  }
  const { id: memberId, passwordHash } = member
  const rememberPlace = async (tx: Transaction) => {
    const { isNew } = await remember(deps, tx, knownPlace)
    if (!isNew) return
    const personal = { network: placeOf(address).network, browser: printable(agent) }
    const by = { kind: 'member', memberId } as const
    await recordEvent(tx, { at: now(), kind: 'login.new_place', by, memberId, personal })
  }
  return startSession(deps, { memberId, agent, passwordHash, remember: rememberPlace })
}

export async function endSession({ db }: Pick<Deps, 'db'>, { tokenHash }: Caller): Promise<void> {
  await deleteSession(db, tokenHash)
}

function printable(agent: string): string {
  return agent.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200)
}

function expiry(time: Date): Date {
  return new Date(time.getTime() + SESSION_LIFETIME_MS)
}
