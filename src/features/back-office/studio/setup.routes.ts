import type { FastifyInstance } from 'fastify'
import { askForTestMail } from '#features/people/accounts/accounts.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { staffOf } from '#shared/policy.ts'
import { mailATest, readSettingUp } from './setup.contract.ts'
import { stepsOf } from './setup.service.ts'

export function settingUpRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readSettingUp, async ({ member }) => ({
    steps: (await stepsOf(deps, member.id)).map(({ isDone, ...step }) => ({ ...step, is_done: isDone })),
  }))
  serve(app, mailATest, async ({ member }) => {
    const { address } = await askForTestMail(deps, { memberId: member.id, by: staffOf(member) })
    return { message: `A mail is on its way to ${address}. When it has gone out, the list knows.` }
  })
}
