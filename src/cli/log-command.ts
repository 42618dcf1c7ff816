import { isKnownKind, describeKinds, readLog, formatEntries } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import { requireMemberId } from './member-id.ts'
import { parseLimit, parseSince, parseText } from './option-values.ts'
import { recordCommand } from './record-command.ts'
import { printLine, type CommandInput, type Command } from './command.ts'

const text = { type: 'string' } as const
const DEFAULT_LIMIT = 20

export const logCommand: Command = {
  usage: 'log',
  isReading: true,
  help: `Shows the audit log: logins from new locations, failed logins by hour, password changes, account locks, granted access, refunds, coupons, certificates, imports,
restores, and other commands. Newest first.
  --kind KIND       only one kind: ${describeKinds()}, or one event, such as grant.made
  --member MEMBER   only actions by or about this member (username, email address, or ID)
  --since DATE      only since the start of this day, such as 2026-12-01; days and times use the academy's time zone
  --limit N         how many to list (default 20)
  --json            print as JSON, with all stored details; recorded in the audit log, like every exported list`,
  options: { kind: text, member: text, since: text, limit: text, json: { type: 'boolean' } },
  async run(deps, { options, by }) {
    const { db } = deps
    const { timeZone } = await readSite(db)
    const { entries, isMore } = await readLog(db, await toLogFilter(db, options, timeZone))
    if (!options['json']) return printLine(formatEntries(entries, { timeZone, isMore }))
    await recordCommand(deps, { kind: 'log.exported', by, after: { entries: entries.length } })
    return printLine(JSON.stringify(entries, null, 1))
  },
}

async function toLogFilter(db: Deps['db'], { kind, member, since, limit }: CommandInput['options'], timeZone: string) {
  if (typeof kind === 'string' && !isKnownKind(kind))
    throw new AppError('invalid', `Unknown kind '${kind}'. --kind must be one of: ${describeKinds()}.`)
  return {
    kind: parseText(kind),
    memberId: typeof member === 'string' ? await findMemberIdOrErased(db, member) : undefined,
    since: parseSince(since, timeZone),
    limit: parseLimit(limit, DEFAULT_LIMIT),
  }
}

/** An erased member can be found only by ID. */
async function findMemberIdOrErased(db: Deps['db'], member: string): Promise<string> {
  return isUuid(member) ? member : requireMemberId(db, member)
}
