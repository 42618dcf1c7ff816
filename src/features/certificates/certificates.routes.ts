import type { FastifyInstance } from 'fastify'
import { requestCertificate } from '#features/exams/exams.contract.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { readCertificate } from './certificates.contract.ts'
import { askForCertificate, certificateFor } from './certificates.service.ts'

export function certificateRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, requestCertificate, async ({ params, body, member }) => {
    await askForCertificate(deps, member.id, { slugOrPurchaseId: params.id, examined: body.exam_id })
    return { message: 'SUCCESS' as const }
  })

  serve(app, readCertificate, ({ params }) => certificateFor(deps, params.id))
}
