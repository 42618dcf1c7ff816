/** Reports are read up to here. What matters comes first; the rest is the returned email. */
export const MAX_REPORT_BYTES = 256 * 1024

/** One recipient of a delivery status notification (RFC 3464). */
export type ReportedRecipient = {
  action: string
  finalRecipient: string | undefined
  /** As written, and decoded (RFC 3461), because not all servers encode it. Empty if the report doesn't name it. */
  originalRecipients: string[]
  /** The RFC 3463 status, such as `5.1.1`. */
  status: string | undefined
  /** The code of the SMTP reply that the report quotes, and its text. */
  replyCode: number | undefined
  text: string
}

/** `emailIds`: IDs in the email log that the headers of the returned email name. */
export type DeliveryReport = { emailIds: string[] } & (
  | { kind: 'delivery status'; recipients: ReportedRecipient[] }
  | { kind: 'complaint'; type: string; addresses: string[] }
)

/**
 * What became of a report. `temporary`: the delivery is delayed, or failed for a reason other than the mailbox.
 * `unknown`: it is not about a logged email, or about another address.
 */
export type ReportOutcome = 'bounce' | 'complaint' | 'repeated' | 'temporary' | 'unknown' | 'no report'

/** Feedback types (RFC 5965) of recipients who don't want such emails. Others are, for example, `not-spam`. */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out'])

export function isComplaint(type: string): boolean {
  return COMPLAINTS.has(type)
}

/**
 * Whether the report is about this address. A server that got a forwarded email may name only the address to which it
 * was forwarded. Then the ID of the email, which is random, is enough. If the report names the original address, that
 * one counts.
 */
export function isAboutAddress(
  { originalRecipients, finalRecipient }: Pick<ReportedRecipient, 'originalRecipients' | 'finalRecipient'>,
  address: string,
): boolean {
  if (originalRecipients.length === 0) return finalRecipient !== undefined
  return [...originalRecipients, finalRecipient].includes(address.toLowerCase())
}

export const OUTCOME_MESSAGES: Record<ReportOutcome, string> = {
  bounce: 'Recorded: the mailbox doesn’t exist or is disabled, so it gets no optional emails.',
  complaint: 'Recorded: the recipient reported the email as spam, so they get no optional emails.',
  repeated: 'Nothing changed: this report was already recorded.',
  temporary: 'Nothing changed: the report doesn’t say that the mailbox is gone, or that the recipient complained.',
  unknown:
    'Nothing changed: the report isn’t about an email that this academy sent to that address in the last 90 days.',
  'no report': 'Nothing changed: this isn’t a delivery status notification (RFC 3464) or a complaint (RFC 5965).',
}

/** Older reports are about emails that are no longer logged. */
export const REPORT_AGE_MS = 90 * 24 * 60 * 60_000
/** How many new messages of the mailbox are read per minute. */
export const MAX_MESSAGES_PER_RUN = 50
/** The start of a message, with the header that says whether it is a report. */
export const MAX_START_BYTES = 16 * 1024

/** Whether a message may be a report, according to its headers. */
export function hasReportType(start: string): boolean {
  return /^content-type:\s*multipart\/report\b/im.test(start)
}

/** Whether the report is about an email of this academy, so that it was handled. */
export function isOurs(outcome: ReportOutcome): boolean {
  return outcome !== 'unknown' && outcome !== 'no report'
}

/** Identifies a mailbox whose messages are numbered together. */
export function getMailboxName({ user, host, folder }: { user: string; host: string; folder: string }): string {
  return `${user}@${host}/${folder}`
}
