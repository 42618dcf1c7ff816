import { counted } from '#shared/counted.ts'
import { minuteOf } from '#shared/dates.ts'
import { EVENTS, FAILED_LOGINS } from './audit-log.rules.ts'

export type Values = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/** A member as he is named in an entry; `details` is null when he was erased since. */
export type Named = { id: string; details: Values | null }

export type Entry = {
  at: Date
  /** A kind of EVENTS, or `login.failed`. */
  kind: string
  by: {
    kind: 'member' | 'visitor' | 'command_line' | 'provider' | 'academy'
    name: string | null
    member: Named | null
  }
  member: Named | null
  subject: { id: string | null; name: string | null } | null
  before: Values | null
  after: Values | null
}

/**
 * One line for people, with times in the given zone. Control characters and marks of direction become spaces, so that nothing that
 * others wrote can move the cursor or turn the line around.
 */
function lineOf({ at, kind, by, member, subject, before, after }: Entry, timeZone: string): string {
  const parts = [
    ...(member ? [nameOf(member)] : []),
    ...(subject ? [subjectInWords(subject)] : []),
    ...changesInWords(before, after),
    ...detailsInWords(member),
    ...(kind === FAILED_LOGINS ? [] : [`by ${actorInWords(by, member)}`]),
    ...browserInWords(member),
  ]
  return plain(`${minuteOf(at, timeZone)}  ${titleOf(kind)}: ${parts.join('; ')}`)
}

function titleOf(kind: string): string {
  if (kind === FAILED_LOGINS) return 'Failed logins'
  // A newer version may have written it.
  return (EVENTS as Record<string, string>)[kind] ?? kind
}

function nameOf({ id, details }: Named): string {
  if (!details) return `an erased member (${id})`
  return `${shown(details['username'])} <${shown(details['email'])}>`
}

function subjectInWords({ id, name }: NonNullable<Entry['subject']>): string {
  if (name === null || id === null || id === name) return name ?? id ?? ''
  return `${name} (${id})`
}

function actorInWords({ kind, name, member }: Entry['by'], about: Named | null): string {
  switch (kind) {
    case 'member':
      if (member === null) return 'a member'
      return member.id === about?.id ? 'the member' : nameOf(member)
    case 'command_line':
      return `${name} on the command line`
    case 'visitor':
      return 'a visitor'
    case 'provider':
      return 'the card provider'
    case 'academy':
      return 'the academy itself'
  }
}

function changesInWords(before: Values | null, after: Values | null): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]]
    if (was !== undefined && JSON.stringify(was) === JSON.stringify(is)) return []
    const change =
      was === undefined ? shown(is) : is === undefined ? `was ${shown(was)}` : `${shown(was)} → ${shown(is)}`
    return `${name}: ${change}`
  })
}

const TOLD_ELSEWHERE = new Set(['username', 'email', 'browser'])

/** What an entry keeps of a member beside his name. */
function detailsInWords(member: Named | null): string[] {
  return Object.entries(member?.details ?? {})
    .filter(([name]) => !TOLD_ELSEWHERE.has(name))
    .map(([name, value]) => `${name}: ${shown(value)}`)
}

const MOST_OF_BROWSER = 80

/**
 * What a browser is called is written by whoever logs in. Quoted, cut, and at the end of the line, it can't be taken for another
 * part of the line.
 */
function browserInWords(member: Named | null): string[] {
  const browser = member?.details?.['browser']
  if (typeof browser !== 'string') return []
  const letters = [...browser.replaceAll(/\s+/g, ' ')]
  const cut = letters.length > MOST_OF_BROWSER ? [...letters.slice(0, MOST_OF_BROWSER), '…'] : letters
  return [`browser: ${JSON.stringify(cut.join(''))}`]
}

/** An entry in parts, for a screen or a table. */
export type ToldEntry = {
  when: string
  what: string
  by: { id: string | null; name: string }
  about: { id: string; name: string } | null
  subject: string | null
  /** What was and what is, and what else is known, a sentence each. */
  details: string[]
}

export function toldEntry({ at, kind, by, member, subject, before, after }: Entry, timeZone: string): ToldEntry {
  return {
    when: minuteOf(at, timeZone),
    what: titleOf(kind),
    by: { id: by.member?.id ?? null, name: plain(kind === FAILED_LOGINS ? 'whoever tried' : actorInWords(by, null)) },
    about: member && { id: member.id, name: plain(nameOf(member)) },
    subject: subject && plain(subjectInWords(subject)),
    details: [...changesInWords(before, after), ...detailsInWords(member), ...browserInWords(member)].map(plain),
  }
}

/** Without what could move a cursor or turn a line around. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
}

const MOST_SHOWN = 5

function shown(value: Values[string] | undefined): string {
  if (value === undefined || value === null) return 'nothing'
  if (typeof value !== 'object') return String(value)
  if (value.length === 0) return 'none'
  const more = value.length > MOST_SHOWN ? ` and ${value.length - MOST_SHOWN} more` : ''
  return `${value.slice(0, MOST_SHOWN).join(', ')}${more}`
}

/** The whole screen: the newest first. `isMore`: there are older ones. */
export function screenOf(entries: Entry[], { timeZone, isMore }: { timeZone: string; isMore: boolean }): string {
  if (entries.length === 0) return 'There is nothing of that in the log.'
  const end = `${counted(entries.length, 'entry').replace('entrys', 'entries')}, the newest first; times in ${timeZone}.`
  const more = isMore ? ' There are older ones: --limit 100 shows more, --since DATE those since a day.' : ''
  return [...entries.map((entry) => lineOf(entry, timeZone)), '', `${end}${more}`].join('\n')
}
