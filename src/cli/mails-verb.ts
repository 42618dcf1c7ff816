import { findMemberId } from '#features/people/accounts/accounts.public.ts'
import {
  MAILS_KEPT_DAYS,
  readMails,
  resultInWords,
  type SentMail,
} from '#features/foundation/email-log/email-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { counted } from '#shared/counted.ts'
import { minuteOf } from '#shared/dates.ts'
import { isUuid } from '#shared/ids.ts'
import { limitIn, sinceIn } from './option-values.ts'
import { tableOf } from './table.ts'
import { tellDeed } from './tell-log.ts'
import { say, type Verb } from './verb.ts'

const text = { type: 'string' } as const
const SCREENFUL = 20

export const mailsVerb: Verb = {
  usage: 'mails [MEMBER | ADDRESS]',
  isReading: true,
  help: `What was mailed, to whom, when and with what result, of the last ${MAILS_KEPT_DAYS} days: to a member (username, email address or id), to any address, or to everybody.
The newest come first, twenty of them. Mails are tried again by themselves while they are waiting; a code is the mail server's own (RFC 3463).
  --since DATE      only from the start of this day, such as 2026-12-01; days and times are those of time_zone in site.yaml
  --limit N         N of them
  --json            for programs`,
  options: { since: text, limit: text, json: { type: 'boolean' } },
  async run(deps, { args: [receiver], options: { since, limit, json }, by }) {
    const { timeZone } = await readSite(deps.db)
    const filter = {
      ...(receiver !== undefined && (await receiverOf(deps.db, receiver))),
      since: sinceIn(since, timeZone),
      limit: limitIn(limit, SCREENFUL),
    }
    const { mails, isMore } = await readMails(deps, filter)
    if (json) {
      await tellDeed(deps, { kind: 'list.exported', by, subject: { id: 'mails' }, after: { lines: mails.length } })
      return say(JSON.stringify(mails, null, 1))
    }
    if (mails.length === 0) return say(nothing(receiver, filter.since !== undefined))
    const end = `${counted(mails.length, 'mail')}, the newest first; times in ${timeZone}.`
    const more = isMore ? ' There are older ones: --limit 100 shows more, --since DATE those since a day.' : ''
    return say(`${mailTable(mails, timeZone)}\n\n${end}${more}`)
  },
}

/** Also where nobody has the address any more, or never had: letters go to new addresses before they are anybody's. */
async function receiverOf(db: Deps['db'], typed: string): Promise<{ memberId?: string | undefined; address?: string }> {
  const memberId = isUuid(typed) ? typed : await findMemberId(db, typed)
  if (typed.includes('@')) return { memberId, address: typed }
  if (memberId === undefined)
    throw new AppError('not_found', `There is no member '${typed}'. Give a username, an email address or an id.`)
  return { memberId }
}

function nothing(receiver: string | undefined, isSince: boolean): string {
  const to = receiver === undefined ? '' : ` to ${receiver}`
  return `Nothing was mailed${to} ${isSince ? 'since that day' : `in the last ${MAILS_KEPT_DAYS} days`}.`
}

export function mailTable(mails: SentMail[], timeZone: string): string {
  return tableOf(
    [{ title: 'Tried' }, { title: 'To', most: 40 }, { title: 'Subject', most: 50 }, { title: 'Result' }],
    mails.map((mail) => [minuteOf(mail.triedAt, timeZone), mail.address, mail.subject, resultInWords(mail)]),
  )
}
