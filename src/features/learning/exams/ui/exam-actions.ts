import type { changeName } from '#features/people/own-account/own-account.contract.ts'
import type { EndpointInput } from '#shared/endpoint.ts'
import { getFieldErrors } from '#web/client/actions.ts'
import { ApiError, call } from '#web/client/api.ts'
import type { readCertificateSteps } from '../certificate-steps.contract.ts'
import type { requestCertificate, submitScore } from '../exams.contract.ts'
import type { Name } from './name-fields.tsx'

type CertificateRequest =
  | { state: 'stored' | 'steps-missing' }
  /** `stored` is the name in the account, which can't be printed. */
  | { state: 'name-missing'; why: string; stored: Name }

export const examActions = {
  submitExam: (body: EndpointInput<typeof submitScore>['body']) =>
    call<typeof submitScore>('POST /Academy/api/course/examination/submit/score/', { body }),
  /** Includes the name to print, if the form asked for it. */
  requestCertificate: async (id: string, name?: Name): Promise<CertificateRequest> => {
    if (name) await call<typeof changeName>('POST /Academy/api/account/name/', { body: name })
    try {
      await call<typeof requestCertificate>('POST /Academy/api/course/examination/request/certificate/:id', {
        params: { id },
        body: { exam_id: id },
      })
      return { state: 'stored' }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.body['code'] === 'steps_missing') return { state: 'steps-missing' }
      if (getFieldErrors(error)['first_name'] === undefined) throw error
      const { name: stored } = await call<typeof readCertificateSteps>(
        'GET /Academy/api/course/examination/evaluation/:id/',
        { params: { id } },
      )
      return { state: 'name-missing', why: error.message, stored }
    }
  },
}
