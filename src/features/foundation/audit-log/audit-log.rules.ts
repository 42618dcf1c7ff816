export const EVENT_TITLES = {
  'login.new_place': 'Logged in from a new location',
  'session.ended': 'Device logged out',
  'password.link_made': 'Password reset link created',
  'password.changed': 'Password changed',
  'factor.set_up': 'Authenticator app added',
  'factor.removed': 'Authenticator app removed',
  'factor.codes_made': 'Recovery codes created',
  'factor.code_used': 'Recovery code used',
  'factor.reset': 'Two-factor authentication reset',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'account.verified': 'Email address verified',
  'email.change_asked': 'Email change requested',
  'email.change_canceled': 'Email change canceled',
  'email.changed': 'Email address changed',
  'account.name_changed': 'Name corrected',
  'account.locked': 'Account locked',
  'account.unlocked': 'Account unlocked',
  'account.muted': 'Muted in discussions',
  'account.unmuted': 'Unmuted in discussions',
  'account.made': 'Account created',
  'account.made_staff': 'Added as staff',
  'account.invited_again': 'Staff invitation resent',
  'account.role_changed': 'Role changed',
  'account.never_verified': 'Unverified accounts deleted',
  'account.exported': 'Member data exported',
  'account.deletion_asked': 'Account deletion requested',
  'account.deletion_stopped': 'Account deletion canceled',
  'account.erased': 'Member deleted',
  'grant.made': 'Access granted',
  'grant.revoked': 'Access revoked',
  'group.made': 'Group created',
  'group.changed': 'Group changed',
  'group.deleted': 'Group deleted',
  'group.member_added': 'Added to a group',
  'group.member_removed': 'Removed from a group',
  'group.course_added': 'Course added to a group',
  'group.course_removed': 'Course removed from a group',
  'message.written': 'Message to learners written',
  'message.scheduled': 'Message to learners scheduled',
  'message.canceled': 'Scheduled message canceled',
  'message.returned': 'Scheduled message not sent',
  'message.sent': 'Message to learners sent',
  'message.stopped': 'Message to learners stopped',
  'message.deleted': 'Draft of a message deleted',
  'payment.adopted': 'Order created for a payment',
  'refund.asked': 'Refund requested',
  'refund.made': 'Refunded',
  'refund.failed': 'Refund failed at the bank',
  'dispute.opened': 'Payment disputed',
  'dispute.won': 'Dispute won',
  'dispute.lost': 'Dispute lost',
  'coupon.made': 'Coupon created',
  'coupon.changed': 'Coupon changed',
  'coupon.ended': 'Coupon ended',
  'examination.marked_again': 'Exams regraded',
  'contest.answered': 'Question report answered',
  'discussion.led': 'Discussion pinned or closed',
  'post.reported': 'Post reported',
  'post.hidden': 'Post hidden',
  'post.shown': 'Post unhidden',
  'post.report_dismissed': 'Post report dismissed',
  'certificate.revoked': 'Certificate revoked',
  'certificate.restored': 'Certificate restored',
  'certificate.license_corrected': 'License on a certificate corrected',
  'credential.key_changed': 'Certificate signing key changed',
  'mail.sent_again': 'Email resent',
  'mail.bounce_cleared': 'Emails to a returned address resumed',
  'sales.exported': 'Sales exported',
  'completions.exported': 'Completions exported',
  'invoice.handed_out': 'Invoice or credit note exported',
  'course.hours_recalculated': 'Study time recalculated',
  'draft.begun': 'Product draft created',
  'draft.opened': 'Draft opened',
  'draft.brought_up_to_date': 'Draft updated',
  'draft.lecture_taken_back': 'Lecture changes discarded',
  'draft.discarded': 'Draft discarded',
  'draft.version_brought_back': 'Earlier version restored as a draft',
  'catalogue.ordered': 'Catalog reordered',
  'product.published': 'Published',
  'product.put_on_sale': 'Offered for sale',
  'product.taken_off_sale': 'No longer for sale',
  'product.price_changed': 'Price changed',
  'product.address_changed': 'Page address changed',
  'owners.told': 'Learners notified of a lecture',
  'law.confirmed': 'Legal content reviewed',
  'file.uploaded': 'File uploaded',
  'academy.imported': 'Imported',
  'academy.exported': 'Exported',
  'academy.backed_up': 'Backed up',
  'academy.restored': 'Restored from a backup',
  'academy.former_address': 'Former address confirmed',
  'academy.moved_files': 'Files moved',
  'academy.removed_files': 'Unused files removed',
  'academy.retried_jobs': 'Failed jobs retried',
  'mail.tried': 'Test email sent',
  'site.saved': 'Site settings changed',
  'site.email_text_saved': 'Email text changed',
  'settings.email_changed': 'Email settings changed',
  'settings.payments_changed': 'Payment settings changed',
  'settings.confirmed': 'Restored settings confirmed',
  'log.exported': 'Log exported',
  'list.exported': 'List exported',
  'command.refused': 'Command rejected',
  'act.refused': 'Studio action denied',
} as const

export type EventKind = keyof typeof EVENT_TITLES

/** Former names of permissions, which older entries contain. */
export const ACTION_TITLES: Readonly<Record<string, string>> = {
  'answer contest': 'answer question report',
  'change site': 'change site settings',
  'enrol many': 'bulk enroll',
  'erase member': 'delete member',
  'lead discussions': 'moderate discussions',
  'mail again': 'resend email',
  'make coupon': 'create coupon',
  'make staff': 'add staff',
  'mark again': 'regrade',
  'put on or off sale': 'start or stop selling',
  'reset factor': 'reset two-factor',
  'take access back': 'revoke access',
  'tell owners': 'notify learners',
}

/** Failed logins, which are counted by the hour instead of logged individually. */
export const FAILED_LOGINS = 'login.failed'
/** How long the log keeps failed logins, and the networks and browsers of logins. */
export const LOGIN_ORIGIN_RETENTION_MS = 90 * 24 * 60 * 60_000

/** The kinds of events about members and their orders, which support may read. */
const PEOPLE_EVENTS =
  /^(account|certificate|contest|dispute|email|factor|grant|group|invoice|login|mail|message|passkey|password|payment|post|refund|session)[.]/

export function listPeopleEventKinds(): EventKind[] {
  return (Object.keys(EVENT_TITLES) as EventKind[]).filter((kind) => PEOPLE_EVENTS.test(kind))
}

/** Returns the kinds that match a word: the kind with this name, or all kinds with this prefix. */
export function expandKind(word: string, among: readonly EventKind[]): EventKind[] {
  return among.filter((kind) => kind === word || kind.startsWith(`${word}.`))
}

const GROUP_LABELS: Readonly<Record<string, string>> = {
  academy: 'Academy',
  account: 'Accounts and roles',
  act: 'Denied studio actions',
  catalogue: 'Catalog order',
  command: 'Rejected commands',
  completions: 'Completions exported',
  contest: 'Question reports',
  discussion: 'Discussions',
  email: 'Email addresses',
  factor: 'Two-factor authentication',
  grant: 'Access grants',
  law: 'Legal reviews',
  list: 'Lists exported',
  log: 'Log exported',
  login: 'Logins from new locations',
  mail: 'Resent and test emails',
  message: 'Messages to learners',
  owners: 'Learner notifications',
  post: 'Reported and hidden posts',
  sales: 'Sales exported',
  session: 'Logged-out devices',
  settings: 'Email and payment settings',
  site: 'Site settings',
}

/** Lists the choices for filtering the log, sorted by label. */
export function listKindGroups(among: readonly EventKind[]): { kind: string; words: string }[] {
  const groups = [...new Set(among.map((kind) => kind.split('.')[0] ?? kind))]
  const named = groups.map((kind) => ({
    kind,
    words: GROUP_LABELS[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s`,
  }))
  return [...named, { kind: FAILED_LOGINS, words: 'Failed logins by hour' }].toSorted((one, other) =>
    one.words.localeCompare(other.words),
  )
}

const KINDS = [FAILED_LOGINS, ...Object.keys(EVENT_TITLES)]
const GROUPS = [...new Set(KINDS.map((kind) => kind.split('.')[0] ?? kind))]

/** Whether this is a known kind or a prefix of kinds: `grant` includes all kinds that start with `grant.`. */
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

/** Returns the start of the hour, in UTC. */
export function startOfHour(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 3_600_000) * 3_600_000)
}
