import { randomUUID } from 'node:crypto'
import { describeErrorCodes } from '#db/database-errors.ts'
import { getCurrentJob } from '#db/current-job.ts'
import type { Db } from '#db/open-database.ts'
import { isErasedAddress } from '#shared/erased-address.ts'
import { PermanentFailureError } from '#shared/permanent-failure-error.ts'
import type { Clock } from '../clock.ts'
import { type Mail, MailError, type MailMessage } from './mail.ts'
import { saveEmailLogEntry, type EmailLogEntry } from './logged-mail.queries.ts'

type EmailLogOptions = {
  db: Db
  now: Clock
  /** Called if a log entry can't be stored, because that must neither stop the email nor send it twice. */
  onError: (error: unknown) => void
}

/** Wraps `mail` so that each message gets a row in `mails` with the result of its last attempt. */
export function withEmailLog(mail: Mail, { db, now, onError }: EmailLogOptions): Mail {
  const note = async (message: MailMessage, outcome: Pick<EmailLogEntry, 'result' | 'answer'>) => {
    const { to: address, subject, memberId } = message
    const { id, name: kind } = getCurrentJob() ?? { id: randomUUID(), name: 'no-job' }
    await saveEmailLogEntry(db, { id, kind, memberId, address, subject, ...outcome, triedAt: now() }).catch(onError)
  }
  return {
    async send(message) {
      if (isErasedAddress(message.to)) return mail.send(message)
      try {
        await mail.send(message)
      } catch (error) {
        const result = error instanceof PermanentFailureError ? 'refused' : 'waiting'
        await note(message, { result, answer: summarizeError(error) })
        throw error
      }
      await note(message, { result: 'sent', answer: null })
    },
    close: () => mail.close(),
  }
}

/** Returns only codes, because the text of a mail server's response repeats addresses. */
function summarizeError(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof MailError) return cause.answer
  return describeErrorCodes(error)
}
