import { formatDay } from '#shared/dates.ts'
import { startOfDay } from '#shared/day-bounds.ts'
import type { RateLimit } from '#shared/rate-limit.ts'

/** When a member is mailed what he is told at the bell: each by itself, all of a day or of a week in one letter, or not at all. */
export const DELIVERIES = ['now', 'daily', 'weekly', 'never'] as const
export type Delivery = (typeof DELIVERIES)[number]

const TOGETHER =
  'At once means: one mail for each thread. What comes before you have looked there waits for the mail of the next morning.'

/** Every kind of mail that nobody is owed, as its member reads of it. Whoever adds one adds it here: what is not here is sent to everybody whom it concerns. */
export const EMAIL_KINDS = {
  'study-reminder': {
    label: 'Study reminders',
    inSentence: 'study reminders',
    text: 'When you have begun a course and not gone on for a while: one mail that says where you stopped. Once for each course, never again.',
  },
  reply: {
    label: 'Replies to you',
    inSentence: 'news of replies to you',
    text: `When somebody replies to a question of yours. ${TOGETHER}`,
  },
  'followed-thread': {
    label: 'Threads that you follow',
    inSentence: 'news of threads that you follow',
    text: `When something is written in a thread that you follow. ${TOGETHER}`,
  },
  'accepted-answer': {
    label: 'Accepted answers',
    inSentence: 'news of accepted answers',
    text: 'When an answer of yours, or one to your question, is accepted.',
  },
  'new-lecture': {
    label: 'New lectures',
    inSentence: 'news of new lectures',
    text: 'When a course that you own gets another lecture.',
  },
  'course-changed': {
    label: 'Changed courses',
    inSentence: 'news of changed courses',
    text: 'When the law changed, say, and a course that you own with it.',
  },
  moderation: {
    label: 'Your posts and our rules',
    inSentence: 'mails about your posts and our rules',
    text: 'When something that you wrote in a discussion was hidden, and why.',
  },
  question: {
    label: 'New questions',
    inSentence: 'news of new questions',
    text: 'When a learner asks something in a discussion.',
    isForStaff: true,
  },
  report: {
    label: 'Reported posts',
    inSentence: 'news of reported posts',
    text: 'When somebody reports a post. At once means: one mail for each discussion until you have looked at the reports that wait.',
    isForStaff: true,
  },
} as const satisfies Record<string, { label: string; inSentence: string; text: string; isForStaff?: true }>

export type EmailKind = keyof typeof EMAIL_KINDS
export const EMAIL_KIND_NAMES = Object.keys(EMAIL_KINDS) as [EmailKind, ...EmailKind[]]

export function isEmailKind(name: string): name is EmailKind {
  return Object.hasOwn(EMAIL_KINDS, name)
}

/** What a member is told once he has chosen. Who takes a kind again gets it as is usual, however he had it before. */
export function describeChoice(kind: EmailKind, isOn: boolean): string {
  const { inSentence } = EMAIL_KINDS[kind]
  if (!isOn) return `You get no more ${inSentence}.`
  return `You get ${inSentence} again${kind in DEFAULT_DELIVERIES ? `, ${DELIVERED[getDefaultDelivery(kind)]}` : ''}.`
}

/**
 * The kinds of what members are told at the bell, and how one who has chosen nothing is mailed it. Certificates, orders and what is given have
 * letters of their own, which are owed.
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

/** Told of a thread, and read where all of it is listed: the thread itself does not show it. */
export const READ_ELSEWHERE = ['report'] as const satisfies NotificationKind[]

/** What is told at the bell, and mailed as its member wants it. */
export type EmailedNotificationKind = NotificationKind & EmailKind
export const EMAILED_NOTIFICATION_KINDS = EMAIL_KIND_NAMES.filter((kind): kind is EmailedNotificationKind =>
  Object.hasOwn(DEFAULT_DELIVERIES, kind),
) as [EmailedNotificationKind, ...EmailedNotificationKind[]]

/** How a member who has chosen nothing gets mails of a kind; what is not told at the bell is sent when it is due. */
export function getDefaultDelivery(kind: EmailKind): Delivery {
  return kind in DEFAULT_DELIVERIES ? DEFAULT_DELIVERIES[kind as EmailedNotificationKind] : 'now'
}

const DELIVERED: Record<Delivery, string> = {
  now: 'at once',
  daily: 'once a day',
  weekly: 'once a week',
  never: '',
}

/** What a member is told who has chosen when to get a kind. */
export function describeDelivery(kind: EmailedNotificationKind, delivery: Delivery): string {
  return delivery === 'never'
    ? describeChoice(kind, false)
    : `You get ${EMAIL_KINDS[kind].inSentence} ${DELIVERED[delivery]}.`
}

/** Letters of a day or a week go out between these hours of the academy's day; what was told that day waits for the next one. */
const SENDING_HOURS = { from: 8, until: 20 }

/** Before which instants what waits for a daily or weekly letter was told, to go out now; undefined by night. Weeks begin on Monday. */
export function getDueCutoffs(now: Date, timeZone: string): { daily: Date; weekly: Date } | undefined {
  const hour = Number(now.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).slice(0, 2))
  if (hour < SENDING_HOURS.from || hour >= SENDING_HOURS.until) return undefined
  const today = formatDay(now, timeZone)
  const monday = new Date(`${today}T00:00:00Z`)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  return { daily: startOfDay(today, timeZone), weekly: startOfDay(monday.toISOString().slice(0, 10), timeZone) }
}

/** What a member reads where so many are told together: "There are 3 new replies …". */
export function formatNotification(
  { words, counted }: { words: string; counted: string | null },
  count: number,
): string {
  if (counted === null || count <= 1) return words
  return `There are ${count < MAX_UNREAD_COUNT ? count : `more than ${MAX_UNREAD_COUNT - 1}`} ${counted}`
}

/** Letters of the alphabet; mailboxes show fewer. */
const MAX_SUBJECT_LENGTH = 100

/** The subject of a letter that tells of one thing: what changed and why may be long, and stands below. */
export function formatSubject(words: string): string {
  const characters = [...words]
  if (characters.length <= MAX_SUBJECT_LENGTH) return words.replace(/\.$/, '')
  const begins = characters.slice(0, MAX_SUBJECT_LENGTH).join('')
  const sentences = /^.+[.!?](?=\s)/u.exec(begins)?.[0]
  return sentences === undefined ? `${begins.replace(/(?<!\s)\s+\S*$/u, '')} …` : sentences.replace(/\.$/, '')
}

/** How many letters are planned in one transaction. */
export const PLAN_BATCH_SIZE = 500
/** More sentences stand in no letter; the list has them all. */
export const MAX_NOTIFICATIONS_PER_EMAIL = 30
export const NOTIFICATION_KINDS = Object.keys(DEFAULT_DELIVERIES) as [NotificationKind, ...NotificationKind[]]

/** How many stand in a part of the list. */
export const PAGE_SIZE = 20
/** What is unread is counted so far. */
export const MAX_UNREAD_COUNT = 100

/** Then what a member was told goes, read or not. */
export const NOTIFICATION_RETENTION_MS = 180 * 24 * 60 * 60_000

/** Of the streams by which open pages hear what is new. */
export const LIVE_LIMITS = {
  /** How often each is written to, and its session is asked again: proxies, and our own server, end connections that are silent for a minute. */
  beatMs: 15_000,
  /** What comes within that time is told together. */
  togetherMs: 100,
  /** A browser has one, however many pages it shows. */
  mostOfMember: 8,
  /** In one process. */
  mostInAll: 5_000,
  mostWaitingBytes: 16 * 1024,
}

export type LiveLimits = typeof LIVE_LIMITS

/** On which every process hears whose notices have changed, by ids of members. */
export const CHANNEL = 'notices'
/** PostgreSQL takes 8,000 bytes in one call. */
export const MAX_MEMBERS_PER_NOTIFY = 200

const HOUR = 60 * 60_000

/** How often one member may change his mind by links, which need no login. */
export const CHANGES_BY_LINK: RateLimit = { what: 'leave-member', hits: 60, windowMs: HOUR }
/** Links that are none of ours. Mail programs press those of many members from one network: a link that is good is not counted there. */
export const DEAD_LINKS_PER_ADDRESS: RateLimit = { what: 'leave-address', hits: 60, windowMs: HOUR }

const FORM = /(?:^|&)List-Unsubscribe=One-Click(?:&|\s*$)/
const PARTS = /name="?List-Unsubscribe"?(?:;[^\r\n]*)?\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/

/** Whether a mail program says that its reader pressed its own button (RFC 8058), as a form of either kind. */
export function isOneClick(body: unknown): boolean {
  return typeof body === 'string' && (FORM.test(body) || PARTS.test(body))
}
