import { randomUUID } from 'node:crypto'
import type { Transaction } from '#db/open-database.ts'
import { recordEvent, wasRecorded } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { resetAttempts, enforceAddressRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { formatDateTime } from '#shared/dates.ts'
import type { JobData } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import { renderNewDeviceEmail } from './new-device.email.ts'
import { findMailbox } from './accounts.queries.ts'
import { sendNewDeviceEmail } from './accounts.queues.ts'
import { FORMS_PER_ADDRESS } from './account-limits.rules.ts'
import { END_SESSION_LIFETIME_MS } from './accounts.rules.ts'
import { describeDevice } from './devices.rules.ts'
import { deleteEmailChange } from './email-changes.queries.ts'
import { lockMemberRow } from './erasure.queries.ts'
import { getKnownDeviceEntry, getKnownClientEntry } from './login-attempts.service.ts'
import { findSessionLink, saveSessionLink, consumeSessionLink } from './session-links.queries.ts'
import { deleteSessions, listSessionsFrom } from './sessions.queries.ts'
import { hashToken, deriveToken } from './tokens.service.ts'

type NewDeviceLogin = { memberId: string; sessionId: string; network: string; agent: string }

/** Logs a login from a device or location new to the account and emails the member, except for the very first login. */
export async function notifyNewDevice(
  deps: Pick<Deps, 'config' | 'jobs' | 'now'>,
  tx: Transaction,
  { memberId, sessionId, network, agent }: NewDeviceLogin,
): Promise<void> {
  const at = deps.now()
  const kind = 'login.new_place'
  const wasHereBefore = await wasRecorded(tx, { kind, memberId })
  const by = { kind: 'member', memberId } as const
  await recordEvent(tx, { at, kind, by, memberId, personal: { network, browser: agent } })
  if (!wasHereBefore) return
  const request = randomUUID()
  await saveSessionLink(tx, createEndSessionLink(deps, { request, sessionId, at }))
  await deps.jobs.enqueue(tx, sendNewDeviceEmail, { memberId, request, at: at.toISOString() })
}

function createEndSessionLink(
  deps: Pick<Deps, 'config'>,
  { request, sessionId, at }: { request: string; sessionId: string; at: Date },
) {
  const tokenHash = hashToken(deriveToken(deps, 'end_session', request))
  return { tokenHash, sessionId, expiresAt: new Date(at.getTime() + END_SESSION_LIFETIME_MS) }
}

/** The job: emails where the login came from, with a link that ends those sessions. Retries send the same link. */
export async function deliverNewDeviceEmail(deps: Deps, data: JobData<typeof sendNewDeviceEmail>): Promise<void> {
  const { db, mail, config, now } = deps
  const { memberId, request } = data
  const at = new Date(data.at)
  const member = await findMailbox(db, memberId)
  if (!member) return
  if ('sessionId' in data)
    await saveSessionLink(db, createEndSessionLink(deps, { request, sessionId: data.sessionId, at }))
  const token = deriveToken(deps, 'end_session', request)
  const site = await readSite(db)
  const time = formatDateTime(at, site.timeZone, site.language)
  const link = await findSessionLink(db, hashToken(token), now())
  const from = link && {
    device: describeDevice(link.agent),
    network: link.network,
    address: config.publicUrl + pageAddress('/EndSession/:token', { token }),
  }
  await mail.send({ to: member.email, memberId, ...renderNewDeviceEmail({ site, time, from }) })
}

/**
 * Ends all sessions from the network and device named in the email, forgets both so that the next login from there is
 * reported again, and cancels a pending email change. Needs no login: having the email is enough. Returns how many
 * sessions ended.
 */
export async function endSessionByLink(deps: Deps, token: string, address: string): Promise<number> {
  const { db, now } = deps
  await enforceAddressRateLimit(deps, db, FORMS_PER_ADDRESS, address)
  const tokenHash = hashToken(token)
  return db.transaction(async (tx) => {
    const link = await findSessionLink(tx, tokenHash, now())
    // Locks the member first, as a login does, so a concurrent login either has ended or starts afterward.
    const member = link && (await lockMemberRow(tx, link.memberId))
    if (!link || !member || !(await consumeSessionLink(tx, tokenHash)))
      throw new AppError('invalid', 'This link has expired, or was used already.')
    const { memberId, network, agent } = link
    const device = describeDevice(agent)
    const there = await listSessionsFrom(tx, { memberId, network })
    const sessions = await deleteSessions(
      tx,
      there.filter((session) => describeDevice(session.agent) === device).map(({ id }) => id),
    )
    const place = { memberId, passwordHash: member.passwordHash, network }
    await resetAttempts(deps, tx, [getKnownClientEntry(place), getKnownDeviceEntry(place, agent)])
    await deleteEmailChange(tx, memberId)
    const by = { kind: 'visitor' } as const
    await recordEvent(tx, { at: now(), kind: 'session.ended', by, memberId, after: { sessions } })
    return sessions
  })
}
