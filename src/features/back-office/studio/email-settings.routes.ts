import type { FastifyInstance } from 'fastify'
import {
  confirmServiceSettings,
  getEmailSettings,
  saveEmailSettings as save,
  sendTestEmail as sendTest,
} from '#features/back-office/service-settings/service-settings.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import { confirmEmailSettings, readEmailSettings, saveEmailSettings, sendTestEmail } from './email-settings.contract.ts'

export function emailSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readEmailSettings, async () => {
    const { hasPassword, lockedServer, locked, saved, replyTo, ...read } = await getEmailSettings(deps)
    return {
      ...read,
      has_password: hasPassword,
      locked: { server: lockedServer, sender: locked.sender },
      saved: saved && { ...saved, at: saved.at.toISOString() },
      reply_to: replyTo,
    }
  })
  registerEndpoint(app, saveEmailSettings, ({ body: { revision, ...form }, member }) =>
    save(deps, { form, revision, by: toStaff(member) }),
  )
  registerEndpoint(app, sendTestEmail, async ({ member }) => {
    const { isSent, message, answer } = await sendTest(deps, { memberId: member.id, by: toStaff(member) })
    return { is_sent: isSent, message, answer }
  })
  registerEndpoint(app, confirmEmailSettings, async ({ body: { revision }, member }) => {
    await confirmServiceSettings(deps, { kind: 'mail', revision, by: toStaff(member) })
    return { message: 'These settings are now in use.' }
  })
}
