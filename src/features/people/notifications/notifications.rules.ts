import { formatDay, getHour } from '#shared/dates.ts'
import { startOfDay } from '#shared/day-bounds.ts'
import type { RateLimit } from '#shared/rate-limit.ts'

/** When a member gets notifications by email: immediately, daily, weekly, or never. */
export const DELIVERIES = ['now', 'daily', 'weekly', 'never'] as const
export type Delivery = (typeof DELIVERIES)[number]

const TOGETHER =
  '“Immediately” means one email per discussion. Until you open the discussion, further replies arrive in the next morning’s email.'

/**
 * Every kind of email that is optional, with the label that members see. Add new kinds here, because kinds that are not
 * listed are sent to every recipient.
 */
export const EMAIL_KINDS = {
  'study-reminder': {
    label: 'Study reminders',
    inSentence: 'study reminders',
    text: 'One email if you stop studying a course for a while. It shows where you left off. Sent once per course.',
  },
  message: {
    label: 'Messages from the academy',
    inSentence: 'messages from the academy',
    text: 'When our staff write to you about your courses. Receipts, certificates, and security notices are always sent.',
  },
  reply: {
    label: 'New replies to your questions',
    inSentence: 'emails about replies to your questions',
    text: `When someone replies to your question. ${TOGETHER}`,
  },
  'followed-thread': {
    label: 'Discussions you follow',
    inSentence: 'emails about discussions you follow',
    text: `When someone posts in a discussion you follow. ${TOGETHER}`,
  },
  'accepted-answer': {
    label: 'Marked answers',
    inSentence: 'emails about marked answers',
    text: 'When your reply, or a reply to your question, is marked as the answer.',
  },
  'new-lecture': {
    label: 'New lectures',
    inSentence: 'emails about new lectures',
    text: 'When a new lecture is added to a course you’re enrolled in.',
  },
  'course-changed': {
    label: 'Course updates',
    inSentence: 'emails about course updates',
    text: 'When a course you’re enrolled in changes, for example because the law changed.',
  },
  moderation: {
    label: 'Moderation of your posts',
    inSentence: 'emails about moderation of your posts',
    text: 'When one of your posts is hidden (with the reason) or made visible again.',
  },
  question: {
    label: 'New questions',
    inSentence: 'emails about new questions',
    text: 'When a learner asks a question in a discussion.',
    isForStaff: true,
  },
  report: {
    label: 'Reported posts',
    inSentence: 'emails about reported posts',
    text: 'When someone reports a post. “Immediately” means one email per discussion until you review its open reports.',
    isForStaff: true,
  },
} as const satisfies Record<string, { label: string; inSentence: string; text: string; isForStaff?: true }>

export type EmailKind = keyof typeof EMAIL_KINDS
export const EMAIL_KIND_NAMES = Object.keys(EMAIL_KINDS) as [EmailKind, ...EmailKind[]]

export function isEmailKind(name: string): name is EmailKind {
  return Object.hasOwn(EMAIL_KINDS, name)
}

/** Confirms that a kind was turned on or off. Turning it on again restores its default schedule. */
export function describeChoice(kind: EmailKind, isOn: boolean): string {
  const { inSentence } = EMAIL_KINDS[kind]
  if (!isOn) return `You won’t get ${inSentence} anymore.`
  return `You’ll get ${inSentence} again.${kind in DEFAULT_DELIVERIES ? ` They’re sent ${DELIVERED[getDefaultDelivery(kind)]}.` : ''}`
}

/**
 * The kinds of notifications, with the default schedule of their emails. Certificates, orders, and grants have their
 * own required emails.
 */
export const DEFAULT_DELIVERIES = {
  reply: 'now',
  'followed-thread': 'daily',
  'accepted-answer': 'daily',
  'new-lecture': 'weekly',
  'course-changed': 'now',
  moderation: 'now',
  question: 'daily',
  report: 'now',
  certificate: 'never',
  order: 'never',
  given: 'never',
} as const satisfies Record<string, Delivery>

export type NotificationKind = keyof typeof DEFAULT_DELIVERIES

/**
 * Kinds that are linked to a thread but marked as read by another page, because the thread's page does not show them.
 */
export const READ_ELSEWHERE = ['report'] as const satisfies NotificationKind[]

/** Kinds that appear in the list of notifications and are emailed on the schedule that the member chose. */
export type EmailedNotificationKind = NotificationKind & EmailKind
export const EMAILED_NOTIFICATION_KINDS = EMAIL_KIND_NAMES.filter((kind): kind is EmailedNotificationKind =>
  Object.hasOwn(DEFAULT_DELIVERIES, kind),
) as [EmailedNotificationKind, ...EmailedNotificationKind[]]

/** Returns the default schedule of a kind. Emails of kinds without notifications are sent when they are due. */
export function getDefaultDelivery(kind: EmailKind): Delivery {
  return kind in DEFAULT_DELIVERIES ? DEFAULT_DELIVERIES[kind as EmailedNotificationKind] : 'now'
}

const DELIVERED: Record<Delivery, string> = {
  now: 'immediately',
  daily: 'once a day',
  weekly: 'once a week',
  never: '',
}

/** Confirms that a schedule was chosen. */
export function describeDelivery(kind: EmailedNotificationKind, delivery: Delivery): string {
  return delivery === 'never'
    ? describeChoice(kind, false)
    : `You’ll get ${EMAIL_KINDS[kind].inSentence} ${DELIVERED[delivery]}.`
}

/**
 * The hours between which daily and weekly emails are sent, in the academy's time zone. Notifications from the same day
 * wait for the next email.
 */
const SENDING_HOURS = { from: 8, until: 20 }

/**
 * Returns the cutoff times of the daily and weekly emails that are due now, or undefined at night. Weeks begin on
 * Monday.
 */
export function getDueCutoffs(now: Date, timeZone: string): { daily: Date; weekly: Date } | undefined {
  const hour = getHour(now, timeZone)
  if (hour < SENDING_HOURS.from || hour >= SENDING_HOURS.until) return undefined
  const today = formatDay(now, timeZone)
  const monday = new Date(`${today}T00:00:00Z`)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  return { daily: startOfDay(today, timeZone), weekly: startOfDay(monday.toISOString().slice(0, 10), timeZone) }
}

/** Returns the text of a notification or a group, such as "There are 3 new replies …". */
export function formatNotification(
  { words, counted }: { words: string; counted: string | null },
  count: number,
): string {
  if (counted === null || count <= 1) return words
  return `There are ${count < MAX_UNREAD_COUNT ? count : `more than ${MAX_UNREAD_COUNT - 1}`} ${counted}`
}

export const PLAN_BATCH_SIZE = 500
/** How many notifications an email lists. The notifications page lists all. */
export const MAX_NOTIFICATIONS_PER_EMAIL = 30
export const NOTIFICATION_KINDS = Object.keys(DEFAULT_DELIVERIES) as [NotificationKind, ...NotificationKind[]]

export const PAGE_SIZE = 20
export const MAX_UNREAD_COUNT = 100

export const NOTIFICATION_RETENTION_MS = 180 * 24 * 60 * 60_000

/** Limits for the event streams of open pages. */
export const LIVE_LIMITS = {
  /**
   * The time between two heartbeats, which also check the session. Proxies and the academy's own server close
   * connections that are silent for a minute.
   */
  beatMs: 15_000,
  /** Changes within this time are sent together. */
  togetherMs: 100,
  maxPerMember: 8,
  /** How many streams a process can have open. */
  maxTotal: 5_000,
  maxWaitingBytes: 16 * 1024,
}

export type LiveLimits = typeof LIVE_LIMITS

/** The PostgreSQL channel for the IDs of members whose notifications have changed. */
export const CHANNEL = 'notices'
/** How many member IDs are in a message, because PostgreSQL limits it to 8,000 bytes. */
export const MAX_MEMBERS_PER_NOTIFY = 200

const HOUR = 60 * 60_000

/** Limits how often a member's settings can be changed with emailed links, which require no login. */
export const CHANGES_BY_LINK: RateLimit = { what: 'leave-member', hits: 60, windowMs: HOUR }
/**
 * Limits attempts with invalid unsubscribe links. Valid ones are not counted, because an email provider may use the
 * links of many members from one network.
 */
export const DEAD_LINKS_PER_ADDRESS: RateLimit = { what: 'leave-address', hits: 60, windowMs: HOUR }

const FORM = /(?:^|&)List-Unsubscribe=One-Click(?:&|\s*$)/
const PARTS = /name="?List-Unsubscribe"?(?:;[^\r\n]*)?\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/

/** Whether this is the body of a one-click unsubscribe request (RFC 8058), in either encoding of forms. */
export function isOneClick(body: unknown): boolean {
  return typeof body === 'string' && (FORM.test(body) || PARTS.test(body))
}
