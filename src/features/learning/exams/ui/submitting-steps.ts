import type { changeName } from '#features/people/accounts/accounts.contract.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { requestCertificate } from '../exams.contract.ts'
import type { giveSteps, readSteps } from '../certificate-steps.contract.ts'
import type { Typed } from './saved-evaluation.ts'
import { printed } from './name-fields.tsx'

type Sending = { steps: ReplyOf<typeof readSteps>; typed: Typed }

/** Name first, since it is what is attested to; then what was said; then the certificate, unless there is one. Each may be done again. */
export async function sendSteps(id: string, { steps, typed }: Sending): Promise<void> {
  const { name, ratings, words, isAttested } = typed
  const isNew = !steps.has_certificate
  if (isNew && printed(name) !== steps.name.printed)
    await call<typeof changeName>('POST /Academy/api/account/name/', { body: name })
  if (ratings.some((rating) => rating !== null) || words.trim() !== '' || isAttested) {
    const attested = isAttested && isNew
    const body = { ratings, words, attested, ...(attested && { name: printed(name) }) }
    await call<typeof giveSteps>('POST /Academy/api/course/examination/evaluation/:id/', { params: { id }, body })
  }
  if (isNew)
    await call<typeof requestCertificate>('POST /Academy/api/course/examination/request/certificate/:id', {
      params: { id },
      body: { exam_id: id },
    })
}
