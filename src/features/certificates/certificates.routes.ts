import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { readCertificate } from './certificates.contract.ts'
import { certificateFor } from './certificates.service.ts'

export function certificateRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readCertificate, async ({ params }) => toCheck(await certificateFor(deps, params.id)))
}

function toCheck(certificate: Awaited<ReturnType<typeof certificateFor>>): ReplyOf<typeof readCertificate> {
  const { id, isRevoked, isNameRemoved, printedName, courseName, completedOn, issuedOn, issuer } = certificate
  return {
    id,
    status: isRevoked ? 'revoked' : 'valid',
    name: printedName,
    name_removed: isNameRemoved,
    course_name: courseName,
    completed_on: completedOn,
    issued_on: issuedOn,
    issuer,
  }
}
