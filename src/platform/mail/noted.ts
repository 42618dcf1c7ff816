import { randomUUID } from 'node:crypto'
import { inCodes } from '#db/failures.ts'
import { jobUnderWay } from '#db/job-under-way.ts'
import type { Db } from '#db/open.ts'
import { hasNoReader } from '#shared/no-mailbox.ts'
import { RefusedError } from '#shared/refused.ts'
import type { Clock } from '../clock.ts'
import { type Mail, MailError, type MailMessage } from './mail.ts'
import { keepNote, type Note } from './noted.queries.ts'

type Noting = {
  db: Db
  now: Clock
  /** A note that could not be written must neither stop a letter nor send it twice. */
  onError: (error: unknown) => void
}

/** The same mail, with a row in `mails` for each letter: what became of it at the last try. */
export function noted(mail: Mail, { db, now, onError }: Noting): Mail {
  const note = async (message: MailMessage, outcome: Pick<Note, 'result' | 'answer'>) => {
    const { to: address, subject, memberId } = message
    const { id, name: kind } = jobUnderWay() ?? { id: randomUUID(), name: 'no-job' }
    await keepNote(db, { id, kind, memberId, address, subject, ...outcome, triedAt: now() }).catch(onError)
  }
  return {
    async send(message) {
      if (hasNoReader(message.to)) return mail.send(message)
      try {
        await mail.send(message)
      } catch (error) {
        const result = error instanceof RefusedError ? 'refused' : 'waiting'
        await note(message, { result, answer: answerIn(error) })
        throw error
      }
      await note(message, { result: 'sent', answer: null })
    },
    close: () => mail.close(),
  }
}

/** In codes alone: a mail server's own words repeat addresses. */
function answerIn(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof MailError) return cause.answer
  return inCodes(error)
}
