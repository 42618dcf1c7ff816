import { counted } from '#shared/counted.ts'
import { minuteOf } from '#shared/dates.ts'

/** Every kind of audit event, and how the log calls it. */
export const EVENTS = {
  'login.new_place': 'Logged in from a new place',
  'session.ended': 'Logged out from elsewhere',
  'password.link_made': 'Link for a new password made',
  'password.changed': 'New password chosen',
  'factor.set_up': 'Second factor set up',
  'factor.removed': 'Second factor removed',
  'factor.codes_made': 'New recovery codes made',
  'factor.code_used': 'Recovery code used',
  'factor.reset': 'Second factor taken away',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'account.verified': 'Email address verified',
  'email.change_asked': 'Another email address asked for',
  'email.changed': 'Email address changed',
  'account.name_changed': 'Name corrected',
  'account.locked': 'Account locked',
  'account.unlocked': 'Account unlocked',
  'account.made': 'Account made',
  'account.made_staff': 'Made staff',
  'account.invited_again': 'Another link made for staff that has not come yet',
  'account.role_changed': 'Role changed',
  'account.never_verified': 'Accounts whose address nobody verified deleted',
  'account.exported': 'Copy of all data of a member made',
  'account.deletion_asked': 'Deletion of the account asked for',
  'account.deletion_stopped': 'Account kept after all',
  'account.erased': 'Member erased',
  'grant.made': 'Access given',
  'grant.revoked': 'Access taken back',
  'refund.asked': 'Refund asked for',
  'refund.made': 'Money given back',
  'refund.failed': 'Refund failed at the bank',
  'dispute.opened': 'Payment disputed',
  'dispute.won': 'Dispute won',
  'dispute.lost': 'Dispute lost',
  'coupon.made': 'Coupon made',
  'coupon.ended': 'Coupon ended',
  'examination.marked_again': 'Examinations marked again',
  'contest.answered': 'Contested question answered',
  'discussion.led': 'Discussion kept on top or closed',
  'certificate.revoked': 'Certificate revoked',
  'certificate.restored': 'Certificate valid again',
  'credential.key_changed': 'Key that signs certificates changed',
  'mail.sent_again': 'Mail sent again',
  'sales.exported': 'Sales handed out',
  'completions.exported': 'Completions handed out',
  'invoice.handed_out': 'Invoice or credit note handed out',
  'draft.begun': 'New product begun',
  'draft.opened': 'Work on a product begun',
  'draft.brought_up_to_date': 'Draft brought up to date',
  'draft.lecture_taken_back': 'Changes of a lecture taken back',
  'draft.discarded': 'Draft thrown away',
  'draft.version_brought_back': 'Earlier version brought back as a draft',
  'catalogue.ordered': 'Order of the shelf changed',
  'product.published': 'Published',
  'product.put_on_sale': 'Put on sale',
  'product.taken_off_sale': 'Taken off sale',
  'product.price_changed': 'Price changed',
  'product.address_changed': 'Address changed',
  'law.confirmed': 'Law of a lecture looked at, still true',
  'file.uploaded': 'File uploaded',
  'academy.imported': 'Imported',
  'academy.exported': 'Exported',
  'academy.backed_up': 'Backed up',
  'academy.restored': 'Restored from a backup',
  'academy.moved_files': 'Files moved',
  'academy.removed_files': 'Unused files removed',
  'academy.retried_jobs': 'Failed jobs tried again',
  'mail.tried': 'Trial of the mails asked for',
  'site.saved': 'Site changed',
  'log.exported': 'Log handed out',
  'list.exported': 'List handed out',
  'command.refused': 'Command refused',
  'act.refused': 'Refused in the studio',
} as const

export type EventKind = keyof typeof EVENTS

/** Counted by the hour instead of being told one by one. */
export const FAILED_LOGINS = 'login.failed'
/** How long the log keeps failed logins, and the network and browser with which a member came. */
export const TRACES_KEPT_MS = 90 * 24 * 60 * 60_000

/** What concerns members and their orders: whoever helps them may read of it. */
const OF_PEOPLE =
  /^(account|certificate|contest|dispute|email|factor|grant|invoice|login|mail|passkey|password|refund|session)[.]/

export function kindsOfPeople(): EventKind[] {
  return (Object.keys(EVENTS) as EventKind[]).filter((kind) => OF_PEOPLE.test(kind))
}

/** The kinds that a word stands for: itself, or all that begin with it. */
export function kindsOf(word: string, among: readonly EventKind[]): EventKind[] {
  return among.filter((kind) => kind === word || kind.startsWith(`${word}.`))
}

const GROUP_WORDS: Readonly<Record<string, string>> = {
  academy: 'The academy as a whole',
  account: 'Accounts and roles',
  act: 'Refused in the studio',
  catalogue: 'Order of the shelves',
  command: 'Refused commands',
  completions: 'Completions handed out',
  contest: 'Contested questions',
  discussion: 'Discussions',
  email: 'Email addresses',
  factor: 'Second factors',
  grant: 'Access given',
  law: 'The law in lectures',
  list: 'Lists handed out',
  log: 'The log handed out',
  login: 'Logins from new places',
  mail: 'Mails sent again',
  sales: 'Sales handed out',
  session: 'Sessions ended',
  site: 'The site',
}

/** What a list of the log can be narrowed to, in the order of their words. */
export function groupsInWords(among: readonly EventKind[]): { kind: string; words: string }[] {
  const groups = [...new Set(among.map((kind) => kind.split('.')[0] ?? kind))]
  const named = groups.map((kind) => ({
    kind,
    words: GROUP_WORDS[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s`,
  }))
  return [...named, { kind: FAILED_LOGINS, words: 'Failed logins, by the hour' }].toSorted((one, other) =>
    one.words.localeCompare(other.words),
  )
}

const KINDS = [FAILED_LOGINS, ...Object.keys(EVENTS)]
const GROUPS = [...new Set(KINDS.map((kind) => kind.split('.')[0] ?? kind))]

/** Whether there is anything of this kind; `grant` stands for all that begin with `grant.`. */
export function isKind(word: string): boolean {
  return KINDS.includes(word) || GROUPS.includes(word)
}

export function kindsInWords(): string {
  return GROUPS.join(', ')
}

/** Whether `word`, a kind or the beginning of several, includes the counted failed logins. */
export function includesFailedLogins(word: string | undefined): boolean {
  return word === undefined || word === FAILED_LOGINS || word === FAILED_LOGINS.split('.')[0]
}

/** The start of the hour, UTC. */
export function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 3_600_000) * 3_600_000)
}

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
  return names.map((name) => {
    const [was, is] = [before?.[name], after?.[name]]
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
