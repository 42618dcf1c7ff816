export type MailAttachment = { filename: string; contentType: string; content: Buffer }

export type MailMessage = {
  to: string
  /** Whose letter it is; null for the operator's. It is noted, and not sent along. */
  memberId: string | null
  /** Who reads an answer; without it, whoever reads at the address of the sender. */
  replyTo?: string
  subject: string
  text: string
  html: string
  attachments?: MailAttachment[]
  /** Of a letter that is not owed: where its reader leaves all of its kind, by a page, or by one press in the mail program itself (RFC 8058). */
  leave?: string
}

/** Who sends: parsed once, so that no mail library reads a name with a colon or comma as something else. */
export type MailAddress = { name: string; address: string }

/** A letter that was not sent, in codes alone: the server's own text repeats the receiver's address, and errors are kept in logs. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** `550 5.1.1 (RCPT TO)` */
  readonly answer: string

  constructor(what: string, answer: string) {
    super(`The letter was not sent: ${what}`)
    this.answer = answer
  }
}

/** Sends one message; throws when it was not taken, so that the job is tried again. */
export type Mail = { send(message: MailMessage): Promise<void>; close(): void }
