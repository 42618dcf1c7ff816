import { randomUUID } from 'node:crypto'
import { describeErrorCodes } from '#db/database-errors.ts'
import { type CurrentJob, getCurrentJob } from '#db/current-job.ts'
import type { Db } from '#db/open-database.ts'
import { isErasedAddress } from '#shared/erased-address.ts'
import { PermanentFailureError } from '#shared/permanent-failure-error.ts'
import type { Clock } from '../clock.ts'
import { type Mail, MailError, type MailMessage } from './mail.ts'
import { isEmailSent, saveEmailLogEntry, type EmailLogEntry } from './logged-mail.queries.ts'
import { insertSuppression } from './suppressions.queries.ts'

type EmailLogOptions = {
  db: Db
  now: Clock
  /** Called if the log can't be read or written, because that must neither stop the email nor send it twice. */
  onError: (error: unknown) => void
}

/**
 * Wraps `mail` so that each message gets a row in `mails` with the result of its last attempt. A job that is run again,
 * because its process was killed, sends nothing again if its email is logged as sent. If the recipient's mailbox is
 * gone, the member gets no more optional emails.
 */
export function withEmailLog(mail: Mail, { db, now, onError }: EmailLogOptions): Mail {
  const note = async (
    { to: address, subject, memberId }: MailMessage,
    { id, name: kind }: CurrentJob,
    { isHardBounce = false, ...outcome }: Pick<EmailLogEntry, 'result' | 'answer'> & { isHardBounce?: boolean },
  ) => {
    const at = now()
    const bouncedAt = isHardBounce ? at : null
    const entry = { id, kind, memberId, address, subject, ...outcome, triedAt: at, bouncedAt }
    await saveEmailLogEntry(db, entry).catch(onError)
    if (isHardBounce && memberId !== null)
      await insertSuppression(db, {
        memberId,
        reason: 'bounced',
        address,
        answer: outcome.answer ?? '',
        emailId: id,
        at,
      }).catch(onError)
  }
  return {
    async send(message) {
      if (isErasedAddress(message.to)) return mail.send(message)
      const job = getCurrentJob()
      const entry = job ?? { id: randomUUID(), name: 'no-job' }
      if (job && (await isEmailSent(db, job.id).catch(onError))) return
      try {
        await mail.send({ ...message, id: entry.id })
      } catch (error) {
        const result = error instanceof PermanentFailureError ? 'refused' : 'waiting'
        const mailError = findMailError(error)
        const answer = mailError?.answer ?? describeErrorCodes(error)
        await note(message, entry, { result, answer, isHardBounce: mailError?.isHardBounce ?? false })
        throw error
      }
      await note(message, entry, { result: 'sent', answer: null })
    },
    close: () => mail.close(),
  }
}

/** Its `answer` consists only of codes, because the text of a mail server's response repeats addresses. */
function findMailError(error: unknown): MailError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof MailError) return cause
  return undefined
}
