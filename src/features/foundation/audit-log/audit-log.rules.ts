export const EVENT_TITLES = {
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
  'email.change_canceled': 'Email change canceled',
  'email.changed': 'Email address changed',
  'account.name_changed': 'Name corrected',
  'account.locked': 'Account locked',
  'account.unlocked': 'Account unlocked',
  'account.muted': 'Kept from writing in discussions',
  'account.unmuted': 'Lets write in discussions again',
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
  'payment.adopted': 'Order made of a payment',
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
  'post.reported': 'Post reported',
  'post.hidden': 'Post hidden',
  'post.shown': 'Post shown again',
  'post.report_dismissed': 'Reported post left as it is',
  'certificate.revoked': 'Certificate revoked',
  'certificate.restored': 'Certificate valid again',
  'certificate.license_corrected': 'License of a certificate corrected',
  'credential.key_changed': 'Key that signs certificates changed',
  'mail.sent_again': 'Mail sent again',
  'sales.exported': 'Sales handed out',
  'completions.exported': 'Completions handed out',
  'invoice.handed_out': 'Invoice or credit note handed out',
  'course.hours_recalculated': 'Study time recalculated from stored files',
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
  'owners.told': 'Owners told of a lecture',
  'law.confirmed': 'Law of a lecture looked at, still true',
  'file.uploaded': 'File uploaded',
  'academy.imported': 'Imported',
  'academy.exported': 'Exported',
  'academy.backed_up': 'Backed up',
  'academy.restored': 'Restored from a backup',
  'academy.former_address': 'Former address of the academy confirmed',
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

export type EventKind = keyof typeof EVENT_TITLES

/** Counted by the hour instead of logged individually. */
export const FAILED_LOGINS = 'login.failed'
/** How long the log keeps failed logins and login networks and browsers. */
export const LOGIN_ORIGIN_RETENTION_MS = 90 * 24 * 60 * 60_000

/** Kinds about members and their orders, which support may read. */
const PEOPLE_EVENTS =
  /^(account|certificate|contest|dispute|email|factor|grant|invoice|login|mail|passkey|password|payment|post|refund|session)[.]/

export function listPeopleEventKinds(): EventKind[] {
  return (Object.keys(EVENT_TITLES) as EventKind[]).filter((kind) => PEOPLE_EVENTS.test(kind))
}

/** The kinds matching a word: itself, or all with that prefix. */
export function expandKind(word: string, among: readonly EventKind[]): EventKind[] {
  return among.filter((kind) => kind === word || kind.startsWith(`${word}.`))
}

const GROUP_LABELS: Readonly<Record<string, string>> = {
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
  owners: 'Owners told of lectures',
  post: 'Posts reported and hidden',
  sales: 'Sales handed out',
  session: 'Sessions ended',
  site: 'The site',
}

/** Filter choices of the log, sorted by label. */
export function listKindGroups(among: readonly EventKind[]): { kind: string; words: string }[] {
  const groups = [...new Set(among.map((kind) => kind.split('.')[0] ?? kind))]
  const named = groups.map((kind) => ({
    kind,
    words: GROUP_LABELS[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s`,
  }))
  return [...named, { kind: FAILED_LOGINS, words: 'Failed logins, by the hour' }].toSorted((one, other) =>
    one.words.localeCompare(other.words),
  )
}

const KINDS = [FAILED_LOGINS, ...Object.keys(EVENT_TITLES)]
const GROUPS = [...new Set(KINDS.map((kind) => kind.split('.')[0] ?? kind))]

/** Whether there are kinds matching; `grant` includes all starting with `grant.`. */
export function isKnownKind(word: string): boolean {
  return KINDS.includes(word) || GROUPS.includes(word)
}

export function describeKinds(): string {
  return GROUPS.join(', ')
}

/** Whether `word`, a kind or prefix, includes the counted failed logins. */
export function includesFailedLogins(word: string | undefined): boolean {
  return word === undefined || word === FAILED_LOGINS || word === FAILED_LOGINS.split('.')[0]
}

/** In UTC. */
export function startOfHour(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 3_600_000) * 3_600_000)
}
