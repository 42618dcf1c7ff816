import type { changeName } from '#features/people/own-account/own-account.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { requestCertificate } from '../exams.contract.ts'
import type { submitCertificateSteps, readCertificateSteps } from '../certificate-steps.contract.ts'
import type { EvaluationDraft } from './saved-evaluation.ts'
import { formatPrintedName } from './name-fields.tsx'

export type StepsSubmission = { steps: EndpointReply<typeof readCertificateSteps>; typed: EvaluationDraft }

/**
 * Saves the name first, because the attestation contains it, then saves the evaluation, and then requests the
 * certificate unless the member already has it. Each request can be repeated.
 */
export async function submitSteps(id: string, { steps, typed }: StepsSubmission): Promise<void> {
  const { name, ratings, words, isAttested } = typed
  const isNew = !steps.has_certificate
  if (isNew && formatPrintedName(name) !== steps.name.printed)
    await call<typeof changeName>('POST /Academy/api/account/name/', { body: name })
  if (ratings.some((rating) => rating !== null) || words.trim() !== '' || isAttested) {
    const attested = isAttested && isNew
    const body = { ratings, words, attested, ...(attested && { name: formatPrintedName(name) }) }
    await call<typeof submitCertificateSteps>('POST /Academy/api/course/examination/evaluation/:id/', {
      params: { id },
      body,
    })
  }
  if (isNew)
    await call<typeof requestCertificate>('POST /Academy/api/course/examination/request/certificate/:id', {
      params: { id },
      body: { exam_id: id },
    })
}
