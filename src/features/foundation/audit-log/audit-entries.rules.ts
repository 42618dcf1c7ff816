import { pluralize } from '#shared/pluralize.ts'
import { formatMinute } from '#shared/dates.ts'
import { ACTION_TITLES, EVENT_TITLES, FAILED_LOGINS } from './audit-log.rules.ts'

export type AuditValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/** A member in a log entry; `details` is null if the member has been erased since the event. */
export type NamedMember = { id: string; details: AuditValues | null }

export type AuditEntry = {
  at: Date
  /** The kind of event: one from `EVENTS`, or `login.failed`. */
  kind: string
  by: {
    kind: 'member' | 'visitor' | 'command_line' | 'provider' | 'academy'
    name: string | null
    member: NamedMember | null
  }
  member: NamedMember | null
  subject: { id: string | null; name: string | null } | null
  before: AuditValues | null
  after: AuditValues | null
}

/**
 * Formats an entry as one readable line, with times in the given zone. Control and bidirectional characters become
 * spaces, so that values entered by others can't move the cursor or reverse the line.
 */
function formatEntryLine({ at, kind, by, member, subject, before, after }: AuditEntry, timeZone: string): string {
  const parts = [
    ...(member ? [formatMemberName(member)] : []),
    ...(subject ? [formatSubject(subject)] : []),
    ...describeChanges(before, after),
    ...formatMemberDetails(member),
    ...(kind === FAILED_LOGINS ? [] : [`by ${formatActor(by)}`]),
    ...formatBrowser(member),
  ]
  return stripControlCharacters(`${formatMinute(at, timeZone)}  ${formatTitle(kind)}: ${parts.join('; ')}`)
}

function formatTitle(kind: string): string {
  if (kind === FAILED_LOGINS) return 'Failed logins'
  // If a newer version wrote the entry, its kind may have no title here.
  return (EVENT_TITLES as Record<string, string>)[kind] ?? kind
}

function formatMemberName({ id, details }: NamedMember): string {
  if (!details) return `a deleted member (${id})`
  return `${formatValue(details['username'])} <${formatValue(details['email'])}>`
}

function formatSubject({ id, name }: NonNullable<AuditEntry['subject']>): string {
  if (name === null || id === null || id === name) return name ?? id ?? ''
  return `${name} (${id})`
}

function formatActor({ kind, name, member }: AuditEntry['by']): string {
  switch (kind) {
    case 'member':
      return member === null ? 'a member' : formatMemberName(member)
    case 'command_line':
      return `${name} on the command line`
    case 'visitor':
      return 'a visitor'
    case 'provider':
      return 'Stripe'
    case 'academy':
      return 'the academy'
  }
}

function describeChanges(before: AuditValues | null, after: AuditValues | null): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]]
    if (name === 'act') return `action: ${ACTION_TITLES[formatValue(is)] ?? formatValue(is)}`
    if (was !== undefined && JSON.stringify(was) === JSON.stringify(is)) return []
    const change =
      was === undefined
        ? formatValue(is)
        : is === undefined
          ? `was ${formatValue(was)}`
          : `${formatValue(was)} → ${formatValue(is)}`
    return `${name}: ${change}`
  })
}

const SHOWN_ELSEWHERE = new Set(['username', 'email', 'browser'])

/** Formats what an entry stores about a member in addition to the name. */
function formatMemberDetails(member: NamedMember | null): string[] {
  return Object.entries(member?.details ?? {})
    .filter(([name]) => !SHOWN_ELSEWHERE.has(name))
    .map(([name, value]) => `${name}: ${formatValue(value)}`)
}

const MAX_BROWSER_LENGTH = 80

/**
 * A client chooses its own user agent. Because it is quoted, truncated, and last on the line, it can't pass for another
 * part of the line.
 */
function formatBrowser(member: NamedMember | null): string[] {
  const browser = member?.details?.['browser']
  if (typeof browser !== 'string') return []
  const characters = [...browser.replaceAll(/\s+/g, ' ')]
  const cut = characters.length > MAX_BROWSER_LENGTH ? [...characters.slice(0, MAX_BROWSER_LENGTH), '…'] : characters
  return [`browser: ${JSON.stringify(cut.join(''))}`]
}

export type EntryView = {
  when: string
  what: string
  by: { id: string | null; name: string }
  about: { id: string; name: string } | null
  subject: string | null
  /** Old and new values and other facts, each as a sentence. */
  details: string[]
}

export function toEntryView({ at, kind, by, member, subject, before, after }: AuditEntry): EntryView {
  return {
    when: at.toISOString(),
    what: formatTitle(kind),
    by: {
      id: by.member?.id ?? null,
      name: stripControlCharacters(kind === FAILED_LOGINS ? 'unknown person' : formatActor(by)),
    },
    about: member && { id: member.id, name: stripControlCharacters(formatMemberName(member)) },
    subject: subject && stripControlCharacters(formatSubject(subject)),
    details: [...describeChanges(before, after), ...formatMemberDetails(member), ...formatBrowser(member)].map(
      stripControlCharacters,
    ),
  }
}

/** Removes characters that could move the cursor or reverse the line. */
function stripControlCharacters(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
}

const MAX_SHOWN = 5

function formatValue(value: AuditValues[string] | undefined): string {
  if (value === undefined || value === null) return 'nothing'
  if (typeof value !== 'object') return String(value)
  if (value.length === 0) return 'none'
  const more = value.length > MAX_SHOWN ? `, and ${value.length - MAX_SHOWN} more` : ''
  return `${value.slice(0, MAX_SHOWN).join(', ')}${more}`
}

/** Formats the entries as text, newest first. `isMore` says whether there are older ones. */
export function formatEntries(
  entries: AuditEntry[],
  { timeZone, isMore }: { timeZone: string; isMore: boolean },
): string {
  if (entries.length === 0) return 'No matching log entries.'
  const end = `${pluralize(entries.length, 'entry')}, newest first. Times are in ${timeZone}.`
  const more = isMore ? ' For older ones, use a higher --limit.' : ''
  return [...entries.map((entry) => formatEntryLine(entry, timeZone)), '', `${end}${more}`].join('\n')
}
