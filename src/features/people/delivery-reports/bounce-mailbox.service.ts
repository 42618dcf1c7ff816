import type { ImapFlow, MailboxObject } from 'imapflow'
import type { Deps } from '#platform/deps.ts'
import { ImapError, type ImapMailbox, openMailbox } from '#platform/mail/imap.ts'
import {
  findMailboxState,
  forgetMailboxes,
  type MailboxState,
  saveFailure,
  saveProgress,
  saveSuccess,
} from './bounce-mailbox.queries.ts'
import {
  getMailboxName,
  hasReportType,
  isOurs,
  MAX_MESSAGES_PER_RUN,
  MAX_REPORT_BYTES,
  MAX_START_BYTES,
  REPORT_AGE_MS,
} from './delivery-reports.rules.ts'
import { recordDeliveryReport } from './delivery-reports.service.ts'

type ReadDeps = Pick<Deps, 'db' | 'log' | 'now' | 'services'>

/** Ends before the next run starts. */
const LIMIT_MS = 50_000
const BY_UID = { uid: true } as const

/**
 * Reads new messages in the mailbox to which emails are returned. Runs once a minute in one process. Messages that are
 * not about our emails stay as they are. Problems with the mailbox are stored for the settings page, and not thrown.
 */
export async function readBounceMailbox(deps: ReadDeps): Promise<void> {
  const { db, services, now, log } = deps
  const mailbox = services.inUse.bounceMailbox
  if (!mailbox) return forgetMailboxes(db)
  const name = getMailboxName(mailbox)
  try {
    const state = await findMailboxState(db, name)
    await openMailbox(mailbox, LIMIT_MS, (connection, opened) => readNew(deps, { name, state, connection, opened }))
    await saveSuccess(db, name, now())
  } catch (error) {
    if (!(error instanceof ImapError)) throw error
    await saveFailure(db, { name, failure: error.failure, at: now() })
    log.warn({ failure: error.failure }, 'the mailbox for returned emails could not be read')
  }
}

type Reading = { name: string; state: MailboxState | undefined; connection: ImapFlow; opened: MailboxObject }

async function readNew(deps: ReadDeps, { name, state, connection, opened }: Reading): Promise<void> {
  const uidValidity = String(opened.uidValidity)
  // If the server has renumbered the mailbox, everything is read again. Reports that were counted count only once.
  const last = state?.uidValidity === uidValidity ? state.lastUid : 0
  const since = new Date(deps.now().getTime() - REPORT_AGE_MS)
  const found = (await connection.search({ uid: `${last + 1}:*`, since }, BY_UID)) || []
  // `n:*` also finds the last message if its number is lower.
  const uids = found.filter((uid) => uid > last).toSorted((one, other) => one - other)
  for (const uid of uids.slice(0, MAX_MESSAGES_PER_RUN)) {
    const start = await fetchStart(connection, uid, MAX_START_BYTES)
    if (start && hasReportType(start.toString('latin1'))) {
      const message = await fetchStart(connection, uid, MAX_REPORT_BYTES)
      const outcome = message && (await recordDeliveryReport(deps, message))
      if (outcome && isOurs(outcome)) await connection.messageFlagsAdd(String(uid), [String.raw`\Seen`], BY_UID)
    }
    // Stored after each message, so that nothing is read again after a crash.
    await saveProgress(deps.db, { name, uidValidity, lastUid: uid })
  }
}

/** Reads a message without marking it as seen. Returns undefined if it was deleted in the meantime. */
async function fetchStart(connection: ImapFlow, uid: number, maxLength: number): Promise<Buffer | undefined> {
  const found = await connection.fetchOne(String(uid), { source: { start: 0, maxLength } }, BY_UID)
  return found ? found.source : undefined
}

const CHECK_MS = 10_000

/** Opens the mailbox, and returns how many messages it has. Throws `ImapError`. */
export function checkBounceMailbox(mailbox: ImapMailbox): Promise<number> {
  return openMailbox(mailbox, CHECK_MS, (_connection, { exists }) => Promise.resolve(exists))
}
