import { pluralize } from '#shared/pluralize.ts'

export const EMAIL_RETENTION_DAYS = 90
export const EMAIL_RETENTION_MS = EMAIL_RETENTION_DAYS * 24 * 60 * 60_000

export type EmailLogEntry = {
  id: string
  /** The name of the sending job, such as `send-receipt`. */
  kind: string
  /** Null for emails to the operator. */
  memberId: string | null
  address: string
  subject: string
  /** `given up` means not sent, and no longer retried. */
  result: 'sent' | 'waiting' | 'refused' | 'given up'
  /** Why the email failed, as codes such as `550 5.1.1 (RCPT TO)`. */
  answer: string | null
  tries: number
  firstTriedAt: Date
  triedAt: Date
  /** When it was rejected or came back, because the mailbox doesn't exist or is disabled. */
  bouncedAt: Date | null
  complainedAt: Date | null
}

/** Formats a result, such as 'sent', 'sent, but came back: 5.1.1', or 'waiting: ECONNREFUSED (CONN), 3 tries'. */
export function formatEmailResult({
  result,
  answer,
  tries,
  bouncedAt,
  complainedAt,
}: Pick<EmailLogEntry, 'result' | 'answer' | 'tries' | 'bouncedAt' | 'complainedAt'>): string {
  if (result === 'sent') {
    if (bouncedAt !== null) return `sent, but came back: ${answer ?? 'no code'}`
    return complainedAt === null ? 'sent' : 'sent, and reported as spam'
  }
  return `${result}: ${answer ?? 'no response'}, ${pluralize(tries, 'try')}`
}
