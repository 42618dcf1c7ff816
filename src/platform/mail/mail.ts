export type MailAttachment = { filename: string; contentType: string; content: Buffer }

export type MailMessage = {
  /** The ID in the email log. Mail servers recognize an email that is sent twice by its Message-ID, which contains it. */
  id?: string
  to: string
  /** The recipient's member ID, or null for the operator. It is logged, not sent. */
  memberId: string | null
  /** The address for replies. Without it, replies go to the sender's address. */
  replyTo?: string
  subject: string
  text: string
  html: string
  attachments?: MailAttachment[]
  /**
   * Set for optional emails: the URL of a page to unsubscribe, which also supports the one-click button of email
   * clients (RFC 8058).
   */
  leave?: string
}

/**
 * The sender's name and address. They are parsed once, so that no mail library misreads a name with a colon or comma.
 */
export type MailAddress = { name: string; address: string }

/** The sender, and the address to which servers return undeliverable emails, if it is another one (RFC 5321). */
export type MailSender = MailAddress & { bounceAddress?: string | undefined }

/**
 * An email could not be sent. The error contains only codes, because errors are logged, and the server's text repeats
 * the recipient's address.
 */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** The codes, such as `550 5.1.1 (RCPT TO)`. */
  readonly answer: string
  /** Whether the recipient's mailbox doesn't exist or is disabled. */
  readonly isHardBounce: boolean

  constructor(what: string, answer: string, { isHardBounce }: { isHardBounce: boolean }) {
    super(`The email was not sent: ${what}`)
    this.answer = answer
    this.isHardBounce = isHardBounce
  }
}

/** Sends one message. Throws if the server did not accept it, so that the job is retried. */
export type Mail = { send(message: MailMessage): Promise<void>; close(): void }
