import {
  accountStateInWords,
  factorsInWords,
  type FoundMember,
  lookUpMembers,
  type MemberPage,
  memberPage,
  nameOf,
} from '#features/back-office/member-search/member-search.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { AppError } from '#shared/app-error.ts'
import { counted } from '#shared/counted.ts'
import { minuteOf } from '#shared/dates.ts'
import { resultTable } from './attempts-verb.ts'
import { mailTable } from './mails-verb.ts'
import { limitIn } from './option-values.ts'
import { orderTable } from './orders-verb.ts'
import { tableOf } from './table.ts'
import { tellDeed } from './tell-log.ts'
import { misused, say, type Verb } from './verb.ts'

const SCREENFUL = 20

export const membersVerb: Verb = {
  usage: 'members WHO',
  isReading: true,
  help: `Finds a member by name, email address, username or id, by an order number, or by the number or address of a certificate: one with everything that staff needs
(account, second factors, sessions, orders, access that was given, progress, examinations, certificates, last mails), several as a list.
  --limit N         N of the list, which has twenty
  --json            for programs`,
  options: { limit: { type: 'string' }, json: { type: 'boolean' } },
  async run(deps, { args, options: { limit, json }, by }) {
    const who = args.join(' ').trim()
    if (who === '')
      return misused('members needs a name, an email address, a username, an order or a certificate: members nora')
    const { timeZone } = await readSite(deps.db)
    const { members, isMore } = await lookUpMembers(deps, { text: who, limit: limitIn(limit, SCREENFUL) })
    const [first, ...others] = members
    if (!first)
      throw new AppError('not_found', `There is no member of whom '${who}' is a name, address, order or certificate.`)
    if (others.length === 0 && !isMore) {
      const page = await memberPage(deps, first)
      if (!json) return say(pageInWords(page, timeZone))
      await tellDeed(deps, { kind: 'list.exported', by, memberId: page.account.id, subject: { id: 'member' } })
      return say(JSON.stringify(page, null, 1))
    }
    if (json) {
      await tellDeed(deps, { kind: 'list.exported', by, subject: { id: 'members' }, after: { lines: members.length } })
      return say(JSON.stringify(members, null, 1))
    }
    const more = isMore ? ' There are more: give another word, or --limit 100.' : ''
    return say(
      `${memberTable(members, timeZone)}\n\n${counted(members.length, 'member')}.${more} One of them in full: members USERNAME`,
    )
  },
}

function memberTable(members: FoundMember[], timeZone: string): string {
  return tableOf(
    [
      { title: 'Username' },
      { title: 'Name', most: 36 },
      { title: 'Email', most: 44 },
      { title: 'Role' },
      { title: 'Since' },
      { title: 'State' },
    ],
    members.map((member) => [
      member.username,
      nameOf(member),
      member.email,
      member.role,
      minuteOf(member.createdAt, timeZone).slice(0, 10),
      accountStateInWords(member, timeZone),
    ]),
  )
}

function pageInWords(page: MemberPage, timeZone: string): string {
  const { account, factors, sessions, orders, isMore, grants, courses, examinations, mails } = page
  const time = (instant: Date) => minuteOf(instant, timeZone)
  const because = account.lockedBecause ? ` "${account.lockedBecause}"` : ''
  const parts = [
    tableOf(
      [{ title: 'Name' }, { title: account.erasedAt ? 'erased' : nameOf(account) || 'none' }],
      [
        ['Username', account.username],
        ['Email', account.email],
        ['Id', account.id],
        ['Role', account.role],
        ['Member since', time(account.createdAt)],
        ['State', `${accountStateInWords(account, timeZone)}${because}`],
        ['Second factor', factorsInWords(factors)],
      ],
    ),
    section(
      'Sessions',
      sessions.length > 0 &&
        tableOf(
          [{ title: 'Begun' }, { title: 'Last used' }, { title: 'Device' }, { title: 'Network' }],
          sessions.map(({ createdAt, lastUsedAt, device, network }) => [
            time(createdAt),
            time(lastUsedAt),
            device,
            network,
          ]),
        ),
    ),
    section(`Orders${isMore ? ' (the newest)' : ''}`, orders.length > 0 && orderTable(orders, timeZone)),
    section(
      'Given access',
      grants.length > 0 &&
        tableOf(
          [{ title: 'Given' }, { title: 'Product', most: 50 }, { title: 'Why', most: 50 }, { title: 'Taken back' }],
          grants.map(({ createdAt, slug, reason, revokedAt }) => [
            time(createdAt),
            slug,
            reason,
            revokedAt ? time(revokedAt) : '',
          ]),
        ),
    ),
    section(
      'Courses',
      courses.length > 0 &&
        tableOf(
          [
            { title: 'Course', most: 60 },
            { title: 'Lectures', isNumber: true },
            { title: 'Progress', isNumber: true },
          ],
          courses.map(({ title, completed, lectures, percent }) => [
            title,
            `${completed} of ${lectures}`,
            `${percent}%`,
          ]),
        ),
    ),
    section('Examinations and certificates', examinations.length > 0 && resultTable(examinations, timeZone, 'course')),
    section('Last mails', mails.length > 0 && mailTable(mails, timeZone)),
  ]
  return parts.join('\n\n')
}

function section(title: string, table: string | false): string {
  return table === false ? `${title}: none` : `${title}:\n${table}`
}
