import { randomUUID } from 'node:crypto'
import type { Transaction } from '#db/open-database.ts'
import { recordEvent, wasRecorded } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { resetAttempts } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { formatTime } from '#shared/dates.ts'
import type { JobData } from '#shared/job.ts'
import { consumeRequestsOf } from './account-tokens.queries.ts'
import { renderNewDeviceEmail } from './new-device.email.ts'
import { findMailbox } from './accounts.queries.ts'
import { sendNewDeviceEmail } from './accounts.queues.ts'
import { END_SESSION_LIFETIME_MS } from './accounts.rules.ts'
import { describeDevice } from './devices.rules.ts'
import { getKnownDeviceEntry, getKnownClientEntry } from './login-attempts.service.ts'
import { deleteSessions, listSessionsFrom } from './sessions.queries.ts'
import { consumeEmailedLink, createEmailedLink, findRequestedLink, openEmailedLink } from './emailed-links.service.ts'

type NewDeviceLogin = { memberId: string; network: string; agent: string }

/**
 * Records a login from a device or location that is new to the account, and emails the member. The very first login is
 * only recorded, without an email.
 */
export async function notifyNewDevice(
  deps: Pick<Deps, 'config' | 'jobs' | 'now'>,
  tx: Transaction,
  { memberId, network, agent }: NewDeviceLogin,
): Promise<void> {
  const at = deps.now()
  const kind = 'login.new_place'
  const wasHereBefore = await wasRecorded(tx, { kind, memberId })
  const by = { kind: 'member', memberId } as const
  await recordEvent(tx, { at, kind, by, memberId, personal: { network, browser: agent } })
  if (!wasHereBefore) return
  const request = randomUUID()
  await createEmailedLink(deps, tx, { purpose: 'end_session', memberId, request, data: { network, agent } })
  await deps.jobs.enqueue(tx, sendNewDeviceEmail, { memberId, request, at: at.toISOString() })
}

/**
 * The job handler: emails where the login came from, with a link that ends the sessions from there. If the job is tried
 * again, the link is the same.
 */
export async function deliverNewDeviceEmail(deps: Deps, data: JobData<typeof sendNewDeviceEmail>): Promise<void> {
  const { db, mail } = deps
  const { memberId, request } = data
  const at = new Date(data.at)
  if ('sessionId' in data) {
    const there = await listSessionsFrom(db, { memberId, network: data.network })
    const session = there.find(({ id }) => id === data.sessionId)
    const expiresAt = new Date(at.getTime() + END_SESSION_LIFETIME_MS)
    const origin = session && { network: data.network, agent: session.agent }
    if (origin)
      await createEmailedLink(deps, db, { purpose: 'end_session', memberId, request, expiresAt, data: origin })
  }
  const site = await readSite(db)
  const time = formatTime(at, site.timeZone, site.language)
  const link = await findRequestedLink(deps, 'end_session', request)
  // The address is read after the link. The link becomes invalid when the address changes, so the email never goes to a
  // former address.
  const member = await findMailbox(db, memberId)
  if (!member) return
  const from = link && {
    device: describeDevice(link.data.agent),
    network: link.data.network,
    address: link.address,
  }
  await mail.send({ to: member.email, memberId, ...renderNewDeviceEmail({ site, time, from }) })
}

/**
 * Ends all sessions from the network and device that the email is about, and forgets both, so that the next login from
 * there is reported again. Also cancels what was requested in the member's name. Requires no login, because having the
 * email is enough. Returns how many sessions ended.
 */
export async function endSessionByLink(deps: Deps, token: string, address: string): Promise<number> {
  const link = await openEmailedLink(deps, 'end_session', { token, address })
  const { memberId, data } = link
  return consumeEmailedLink(deps, link, async (tx, { passwordHash }) => {
    const { network, agent } = data
    const device = describeDevice(agent)
    const there = await listSessionsFrom(tx, { memberId, network })
    const sessions = await deleteSessions(
      tx,
      there.filter((session) => describeDevice(session.agent) === device).map(({ id }) => id),
    )
    const place = { memberId, passwordHash, network }
    await resetAttempts(deps, tx, [getKnownClientEntry(place), getKnownDeviceEntry(place, agent)])
    const at = deps.now()
    await consumeRequestsOf(tx, memberId, at)
    const by = { kind: 'visitor' } as const
    await recordEvent(tx, { at, kind: 'session.ended', by, memberId, after: { sessions } })
    return sessions
  })
}
