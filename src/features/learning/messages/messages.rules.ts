import type { RateLimit } from '#shared/rate-limit.ts'

/** Who a message is for. The last two have an ID each for the course; only the last one has a lecture. */
export type Audience =
  | { kind: 'member'; memberId: string }
  | { kind: 'group'; groupId: string }
  | { kind: 'course'; courseId: string }
  | { kind: 'lecture'; courseId: string; lectureId: string }

export type AudienceKind = Audience['kind']

export const MESSAGE_STATES = ['draft', 'scheduled', 'sending', 'sent', 'stopped'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** Why someone doesn't get a message, with the words after a number: '3 unsubscribed from these messages'. */
export const SKIP_REASONS = {
  locked: 'with a locked account',
  deleting: 'whose account is about to be deleted',
  unverified: 'who haven’t verified their email address, for example because they haven’t chosen a password yet',
  undeliverable: 'whose earlier emails came back or were reported as spam',
  unsubscribed: 'unsubscribed from these messages',
  stopped: 'not sent, because sending was stopped',
} as const
export type SkipReason = keyof typeof SKIP_REASONS

/** The same for one recipient. */
export const SKIP_LABELS: Readonly<Record<SkipReason, string>> = {
  locked: 'Account locked',
  deleting: 'Account about to be deleted',
  unverified: 'Email not verified',
  undeliverable: 'Earlier emails came back or were reported as spam',
  unsubscribed: 'Unsubscribed',
  stopped: 'Sending was stopped',
}

/** Why the academy returned a message to the drafts or stopped it. */
export const STATE_REASONS = {
  sender: 'It wasn’t sent, because the account or role of the person who scheduled it has changed.',
  too_many: 'It wasn’t sent, because there were more than 100 recipients. Ask an owner to send it.',
  postal_address: 'It wasn’t sent, because your mailing address is missing in the site settings.',
  mail_server: 'It wasn’t sent, because no mail server is set up.',
  nobody: 'It wasn’t sent, because no one could get it.',
  restored: 'It was stopped, because the academy was restored from a backup. Some people may have gotten it already.',
  sender_changed: 'Sending was stopped, because the account or role of the person who sent it has changed.',
  staff: 'Sending was stopped.',
} as const
export type StateReason = keyof typeof STATE_REASONS

/** Without the permission for many, a message can have this many recipients. */
export const MAX_FEW_RECIPIENTS = 100

export const MAX_SUBJECT_LENGTH = 120
export const MAX_BODY_LENGTH = 10_000
/** How many jobs are stored in one statement. */
export const JOBS_PER_STATEMENT = 5_000

/** Jobs of the same ten seconds start together; the rate limit then spaces them. */
export const PLAN_INTERVAL_SECONDS = 10

/** The log of recipients is kept as long as the email log. */
export const RECIPIENT_RETENTION_MS = 90 * 24 * 60 * 60_000
/** The queue retries for four days. What is still waiting after this time has failed. */
export const MAX_SENDING_MS = 5 * 24 * 60 * 60_000

export const TEST_EMAIL_LIMIT: RateLimit = {
  what: 'message-test',
  hits: 30,
  windowMs: 60 * 60_000,
  says: 'You’ve sent too many test emails.',
}

const NAMES = {
  first_name: 'The member’s first name, or their username if they gave no name',
  name: 'The member’s first and last name, or their username',
}
const ACADEMY = { academy: 'Your academy’s name' }
const COURSE = { course: 'The course' }
const LECTURE = { lecture: 'The lecture where they stopped' }

/** The variables that a message may use, with their meanings. */
export function getMessageVariables(audience: AudienceKind): Readonly<Record<string, string>> {
  if (audience === 'lecture') return { ...NAMES, ...COURSE, ...LECTURE, ...ACADEMY }
  return audience === 'course' ? { ...NAMES, ...COURSE, ...ACADEMY } : { ...NAMES, ...ACADEMY }
}

export type MessageText = { subject: string; body: string }

/** The number of people who get a message, and of those who don't, by reason. */
export type RecipientCount = { recipients: number; skipped: Partial<Record<SkipReason, number>> }

/** Formats who doesn't get a message: '2 unsubscribed from these messages'. */
export function describeSkipped(skipped: Partial<Record<string, number>>): string[] {
  return Object.entries(SKIP_REASONS).flatMap(([reason, words]) => {
    const count = skipped[reason] ?? 0
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${words}`]
  })
}
