import { randomUUID } from 'node:crypto'
import type { Transaction } from '#db/open.ts'
import { recordEvent, wasToldBefore } from '#features/audit/audit.public.ts'
import { readSite } from '#features/site/site.public.ts'
import { throttleAddress } from '#features/throttling/throttling.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { timeInWords } from '#shared/dates.ts'
import type { DataOf } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import { newPlaceLetter } from './accounts.letter.ts'
import { findMailbox } from './accounts.queries.ts'
import { sendNewPlace } from './accounts.queues.ts'
import { END_SESSION_LIFETIME_MS, FORMS_PER_ADDRESS } from './accounts.rules.ts'
import { deviceOf } from './device.rules.ts'
import { deleteEmailChange } from './email-changes.queries.ts'
import { endLinkedSession, keepSessionLink } from './session-links.queries.ts'
import { hashOfToken, tokenOf } from './tokens.service.ts'

type NewPlace = { memberId: string; sessionId: string; network: string; agent: string }

/** Tells the log of a login from a place that is new to an account, and the member by a mail, unless it is the very first login. */
export async function tellNewPlace(
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  tx: Transaction,
  { memberId, sessionId, network, agent }: NewPlace,
): Promise<void> {
  const at = now()
  const kind = 'login.new_place'
  const wasHereBefore = await wasToldBefore(tx, { kind, memberId })
  const by = { kind: 'member', memberId } as const
  await recordEvent(tx, { at, kind, by, memberId, personal: { network, browser: agent } })
  if (!wasHereBefore) return
  const told = { at: at.toISOString(), device: deviceOf(agent), network }
  await jobs.enqueue(tx, sendNewPlace, { memberId, sessionId, request: randomUUID(), ...told })
}

/** The job: mails from where somebody logged in, with a link that ends that session. Tried again it mails the same link. */
export async function mailNewPlace(deps: Deps, told: DataOf<typeof sendNewPlace>): Promise<void> {
  const { db, mail, config, now } = deps
  const { memberId, sessionId, request, device, network } = told
  const member = await findMailbox(db, memberId)
  if (!member) return
  const token = tokenOf(deps, 'end_session', request)
  const expiresAt = new Date(now().getTime() + END_SESSION_LIFETIME_MS)
  // Who got in may have left already, or have been thrown out: there is nothing to end then, and all the more to tell.
  const isOpen = await keepSessionLink(db, { tokenHash: hashOfToken(token), sessionId, expiresAt })
  const site = await readSite(db)
  const time = timeInWords(new Date(told.at), site.timeZone)
  const address = isOpen ? config.publicUrl + pageAddress('/EndSession/:token', { token }) : undefined
  await mail.send({ to: member.email, memberId, ...newPlaceLetter({ site, time, device, network, address }) })
}

/** Ends the session that the mailed link names, and forgets a wish for another email. Whoever has the mail may: it needs no login. */
export async function endSessionByLink(deps: Deps, token: string, address: string): Promise<void> {
  const { db, now } = deps
  await throttleAddress(deps, db, FORMS_PER_ADDRESS, address)
  await db.transaction(async (tx) => {
    const memberId = await endLinkedSession(tx, hashOfToken(token), now())
    if (memberId === undefined)
      throw new AppError('invalid', 'This link has expired, or that session has ended already.')
    await deleteEmailChange(tx, memberId)
    await recordEvent(tx, {
      at: now(),
      kind: 'session.ended',
      by: { kind: 'visitor' },
      memberId,
      after: { sessions: 1 },
    })
  })
}
