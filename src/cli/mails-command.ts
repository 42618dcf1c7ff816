import { findMemberId } from '#features/people/accounts/accounts.public.ts'
import {
  EMAIL_RETENTION_DAYS,
  readEmailLog,
  formatEmailResult,
  type EmailLogEntry,
} from '#features/foundation/email-log/email-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatMinute } from '#shared/dates.ts'
import { isUuid } from '#shared/ids.ts'
import { parseLimit, parseSince } from './option-values.ts'
import { formatTable } from './table.ts'
import { recordCommand } from './record-command.ts'
import { printLine, type Command } from './command.ts'

const text = { type: 'string' } as const
const DEFAULT_LIMIT = 20

export const mailsCommand: Command = {
  usage: 'mails [MEMBER | ADDRESS]',
  isReading: true,
  help: `Lists emails from the last ${EMAIL_RETENTION_DAYS} days with recipient, time, and result. MEMBER is a username, email address, or ID. Without MEMBER or ADDRESS, lists all.
Newest first. Waiting emails are retried automatically. Codes come from the mail server (RFC 3463).
  --since DATE      only since the start of this day, such as 2026-12-01; days and times use the academy's time zone
  --limit N         how many to list (default 20)
  --json            print as JSON`,
  options: { since: text, limit: text, json: { type: 'boolean' } },
  async run(deps, { args: [receiver], options: { since, limit, json }, by }) {
    const { timeZone } = await readSite(deps.db)
    const filter = {
      ...(receiver !== undefined && (await findRecipient(deps.db, receiver))),
      since: parseSince(since, timeZone),
      limit: parseLimit(limit, DEFAULT_LIMIT),
    }
    const { mails, isMore } = await readEmailLog(deps, filter)
    if (json) {
      await recordCommand(deps, { kind: 'list.exported', by, subject: { id: 'mails' }, after: { lines: mails.length } })
      return printLine(JSON.stringify(mails, null, 1))
    }
    if (mails.length === 0) return printLine(emptyMessage(receiver, since))
    const end = `${pluralize(mails.length, 'email')}, newest first. Times are in ${timeZone}.`
    const more = isMore ? ' For older ones, use a higher --limit.' : ''
    return printLine(`${formatEmailTable(mails, timeZone)}\n\n${end}${more}`)
  },
}

/**
 * Also accepts addresses that no account has, because they were changed or are not confirmed yet. Emails are sent to
 * new addresses before they are confirmed.
 */
async function findRecipient(
  db: Deps['db'],
  typed: string,
): Promise<{ memberId?: string | undefined; address?: string }> {
  const memberId = isUuid(typed) ? typed : await findMemberId(db, typed)
  if (typed.includes('@')) return { memberId, address: typed }
  if (memberId === undefined)
    throw new AppError('not_found', `There is no member '${typed}'. Give a username, an email address, or an ID.`)
  return { memberId }
}

function emptyMessage(receiver: string | undefined, since: unknown): string {
  const to = receiver === undefined ? '' : ` to ${receiver}`
  const when = typeof since === 'string' ? `since ${since}` : `in the last ${EMAIL_RETENTION_DAYS} days`
  return `No emails have been sent${to} ${when}.`
}

export function formatEmailTable(mails: EmailLogEntry[], timeZone: string): string {
  return formatTable(
    [{ title: 'Sent' }, { title: 'To', maxWidth: 40 }, { title: 'Subject', maxWidth: 50 }, { title: 'Result' }],
    mails.map((mail) => [formatMinute(mail.triedAt, timeZone), mail.address, mail.subject, formatEmailResult(mail)]),
  )
}
