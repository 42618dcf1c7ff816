import type { FastifyInstance } from 'fastify'
import { requestTestEmail } from '#features/people/member-administration/member-administration.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import { sendTestEmail, readSetup } from './setup.contract.ts'
import { getSetupSteps } from './setup.service.ts'

export function setupRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readSetup, async ({ member }) => ({
    steps: (await getSetupSteps(deps, member.id)).map(({ isDone, ...step }) => ({ ...step, is_done: isDone })),
  }))
  registerEndpoint(app, sendTestEmail, async ({ member }) => {
    const { address } = await requestTestEmail(deps, { memberId: member.id, by: toStaff(member) })
    return { message: `We’re sending a test email to ${address}. This list updates when it is sent.` }
  })
}
