import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { Profession } from './license-choices.contract.ts'
import { addLicense, listLicenses, removeLicense } from './licenses.contract.ts'
import { removeMemberLicense, addMemberLicense, getLicenses } from './licenses.service.ts'

export function licenseRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listLicenses, async ({ member }) => toLicensesReply(await getLicenses(deps, member.id)))
  registerEndpoint(app, addLicense, async ({ member, body }) =>
    toLicensesReply(await addMemberLicense(deps, member.id, body)),
  )
  registerEndpoint(app, removeLicense, async ({ member, params }) =>
    toLicensesReply(await removeMemberLicense(deps, member.id, params.id)),
  )
}

function toLicensesReply(licenses: Awaited<ReturnType<typeof getLicenses>>): EndpointReply<typeof listLicenses> {
  return licenses.map((license) => ({ ...license, profession: license.profession as Profession }))
}
