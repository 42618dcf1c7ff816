import {
  formatAccountState,
  formatTwoFactorMethods,
  type FoundMember,
  searchMembers,
  type MemberProfile,
  getMemberProfile,
  getFullName,
} from '#features/back-office/member-search/member-search.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { AppError } from '#shared/app-error.ts'
import { getProgressPercent } from '#shared/progress-percent.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatDay, formatMinute } from '#shared/dates.ts'
import { formatResultTable } from './attempts-command.ts'
import { formatEmailTable } from './mails-command.ts'
import { parseLimit } from './option-values.ts'
import { formatOrderTable } from './orders-command.ts'
import { formatTable } from './table.ts'
import { recordCommand } from './record-command.ts'
import { printUsageError, printLine, type Command } from './command.ts'

const DEFAULT_LIMIT = 20

export const membersCommand: Command = {
  usage: 'members TEXT',
  isReading: true,
  help: `Finds members by name, email address, username, ID, order number, or a certificate's ID or web address. If several members match, lists them. If one matches, shows everything:
account, two-factor authentication, sessions, orders, free access, progress, exams, certificates, and recent emails.
  --limit N         how many to list (default 20)
  --json            print as JSON`,
  options: { limit: { type: 'string' }, json: { type: 'boolean' } },
  async run(deps, { args, options: { limit, json }, by }) {
    const who = args.join(' ').trim()
    if (who === '')
      return printUsageError(
        'members needs a name, email address, username, order number, or certificate ID: members nora',
      )
    const { timeZone } = await readSite(deps.db)
    const { members, isMore } = await searchMembers(deps, { text: who, limit: parseLimit(limit, DEFAULT_LIMIT) })
    const [first, ...others] = members
    if (!first)
      throw new AppError(
        'not_found',
        `No member has the name, email address, username, order number, or certificate ID '${who}'.`,
      )
    if (others.length === 0 && !isMore) {
      const page = await getMemberProfile(deps, first)
      if (!json) return printLine(formatMemberPage(page, timeZone))
      await recordCommand(deps, { kind: 'list.exported', by, memberId: page.account.id, subject: { id: 'member' } })
      return printLine(JSON.stringify(page, null, 1))
    }
    if (json) {
      await recordCommand(deps, {
        kind: 'list.exported',
        by,
        subject: { id: 'members' },
        after: { lines: members.length },
      })
      return printLine(JSON.stringify(members, null, 1))
    }
    const more = isMore ? ' More members match. Add a search word, or use a higher --limit.' : ''
    return printLine(
      `${formatMemberTable(members, timeZone)}\n\n${pluralize(members.length, 'member')}.${more} To see one in full: npm run academy -- members USERNAME`,
    )
  },
}

function formatMemberTable(members: FoundMember[], timeZone: string): string {
  return formatTable(
    [
      { title: 'Username' },
      { title: 'Name', maxWidth: 36 },
      { title: 'Email', maxWidth: 44 },
      { title: 'Role' },
      { title: 'Since' },
      { title: 'State' },
    ],
    members.map((member) => [
      member.username,
      getFullName(member),
      member.email,
      member.role,
      formatDay(member.createdAt, timeZone),
      formatAccountState(member, (instant) => formatMinute(instant, timeZone)),
    ]),
  )
}

function formatMemberPage(page: MemberProfile, timeZone: string): string {
  const { account, factors, sessions, orders, isMore, grants, courses, examinations, mails } = page
  const time = (instant: Date) => formatMinute(instant, timeZone)
  const because = account.lockedBecause ? ` "${account.lockedBecause}"` : ''
  const parts = [
    formatTable(
      [{ title: 'Name' }, { title: account.erasedAt ? 'deleted' : getFullName(account) || 'none' }],
      [
        ['Username', account.username],
        ['Email', account.email],
        ['ID', account.id],
        ['Role', account.role],
        ['Member since', time(account.createdAt)],
        ['State', `${formatAccountState(account, time)}${because}`],
        ['Two-factor', formatTwoFactorMethods(factors)],
      ],
    ),
    formatSection(
      'Sessions',
      sessions.length > 0 &&
        formatTable(
          [{ title: 'Started' }, { title: 'Last used' }, { title: 'Device' }, { title: 'Network' }],
          sessions.map(({ createdAt, lastUsedAt, device, network }) => [
            time(createdAt),
            time(lastUsedAt),
            device,
            network,
          ]),
        ),
    ),
    formatSection(`Orders${isMore ? ' (the newest)' : ''}`, orders.length > 0 && formatOrderTable(orders, timeZone)),
    formatSection(
      'Free access',
      grants.length > 0 &&
        formatTable(
          [
            { title: 'Granted' },
            { title: 'Product', maxWidth: 50 },
            { title: 'Reason', maxWidth: 50 },
            { title: 'Revoked' },
          ],
          grants.map(({ createdAt, slug, reason, revokedAt }) => [
            time(createdAt),
            slug,
            reason,
            revokedAt ? time(revokedAt) : '',
          ]),
        ),
    ),
    formatSection(
      'Courses',
      courses.length > 0 &&
        formatTable(
          [
            { title: 'Course', maxWidth: 60 },
            { title: 'Lectures', isNumber: true },
            { title: 'Progress', isNumber: true },
          ],
          courses.map((row) => [
            row.course ?? '',
            `${row.completed} of ${row.lectures}`,
            `${getProgressPercent(row)}%`,
          ]),
        ),
    ),
    formatSection(
      'Exams and certificates',
      examinations.length > 0 && formatResultTable(examinations, timeZone, 'course'),
    ),
    formatSection('Recent emails', mails.length > 0 && formatEmailTable(mails, timeZone)),
  ]
  return parts.join('\n\n')
}

function formatSection(title: string, table: string | false): string {
  return table === false ? `${title}: none` : `${title}:\n${table}`
}
