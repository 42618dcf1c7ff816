export type MailAttachment = { filename: string; contentType: string; content: Buffer }

export type MailMessage = {
  to: string
  /** The recipient's member ID; null for the operator. Logged, not sent. */
  memberId: string | null
  /** The reply-to address; without it, replies go to the sender's address. */
  replyTo?: string
  subject: string
  text: string
  html: string
  attachments?: MailAttachment[]
  /**
   * For optional emails: the URL of a page to unsubscribe, which also accepts one click in the email client (RFC 8058).
   */
  leave?: string
}

/** The sender, parsed once so that no mail library misreads a name with a colon or comma. */
export type MailAddress = { name: string; address: string }

/**
 * A failed email, described only by codes: the server's text repeats the recipient's address, and errors are logged.
 */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** For example `550 5.1.1 (RCPT TO)`. */
  readonly answer: string

  constructor(what: string, answer: string) {
    super(`The email was not sent: ${what}`)
    this.answer = answer
  }
}

/** Sends one message; throws if the server did not accept it, so that the job is retried. */
export type Mail = { send(message: MailMessage): Promise<void>; close(): void }
