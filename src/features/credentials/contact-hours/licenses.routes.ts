import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { Profession } from './license-choices.contract.ts'
import { giveLicense, listLicenses, removeLicense } from './licenses.contract.ts'
import { forgetLicenseOf, keepLicenseOf, licensesFor } from './licenses.service.ts'

export function licenseRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listLicenses, async ({ member }) => shown(await licensesFor(deps, member.id)))
  serve(app, giveLicense, async ({ member, body }) => shown(await keepLicenseOf(deps, member.id, body)))
  serve(app, removeLicense, async ({ member, params }) => shown(await forgetLicenseOf(deps, member.id, params.id)))
}

function shown(licenses: Awaited<ReturnType<typeof licensesFor>>): ReplyOf<typeof listLicenses> {
  return licenses.map((license) => ({ ...license, profession: license.profession as Profession }))
}
