import { isKind, kindsInWords, readLog, screenOf } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import { memberOf } from './member-of.ts'
import { limitIn, sinceIn, textIn } from './option-values.ts'
import { tellDeed } from './tell-log.ts'
import { say, type Typed, type Verb } from './verb.ts'

const text = { type: 'string' } as const
const SCREENFUL = 20

export const logVerb: Verb = {
  usage: 'log',
  isReading: true,
  help: `Tells who did what: logins from new places, failed logins by the hour, passwords, locks, access given, refunds, coupons, certificates, imports,
restores and other commands. The newest come first, twenty of them.
  --kind KIND       only these: ${kindsInWords()}, or one in full, such as grant.made
  --member MEMBER   only what concerns this member (username, email address or id) or was done by him
  --since DATE      only from the start of this day, such as 2026-12-01; days and times are those of time_zone in site.yaml
  --limit N         N of them
  --json            for programs: with all that is kept; told to the log, as every list that is handed out so`,
  options: { kind: text, member: text, since: text, limit: text, json: { type: 'boolean' } },
  async run(deps, { options, by }) {
    const { db } = deps
    const { timeZone } = await readSite(db)
    const { entries, isMore } = await readLog(db, await filterOf(db, options, timeZone))
    if (!options['json']) return say(screenOf(entries, { timeZone, isMore }))
    await tellDeed(deps, { kind: 'log.exported', by, after: { entries: entries.length } })
    return say(JSON.stringify(entries, null, 1))
  },
}

async function filterOf(db: Deps['db'], { kind, member, since, limit }: Typed['options'], timeZone: string) {
  if (typeof kind === 'string' && !isKind(kind))
    throw new AppError('invalid', `There is no kind '${kind}'. --kind takes one of these: ${kindsInWords()}.`)
  return {
    kind: textIn(kind),
    memberId: typeof member === 'string' ? await idOf(db, member) : undefined,
    since: sinceIn(since, timeZone),
    limit: limitIn(limit, SCREENFUL),
  }
}

/** An erased member is known by his id alone. */
async function idOf(db: Deps['db'], member: string): Promise<string> {
  return isUuid(member) ? member : memberOf(db, member)
}
