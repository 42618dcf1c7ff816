export type MailAttachment = { filename: string; contentType: string; content: Buffer }

export type MailMessage = {
  to: string
  /** Who reads an answer; without it, whoever reads at the address of the sender. */
  replyTo?: string
  subject: string
  text: string
  html: string
  attachments?: MailAttachment[]
}

/** Sends one message; throws when it was not taken, so that the job is tried again. */
export type Mail = { send(message: MailMessage): Promise<void>; close(): void }
