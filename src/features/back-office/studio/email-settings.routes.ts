import type { FastifyInstance } from 'fastify'
import {
  checkBounceSettings as checkBounces,
  confirmServiceSettings,
  getEmailSettings,
  saveBounceSettings as saveBounces,
  saveEmailSettings as save,
  sendTestEmail as sendTest,
} from '#features/back-office/service-settings/service-settings.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import {
  checkBounceSettings,
  confirmEmailSettings,
  readEmailSettings,
  saveBounceSettings,
  saveEmailSettings,
  sendTestEmail,
} from './email-settings.contract.ts'

export function emailSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readEmailSettings, async () => {
    const { hasPassword, lockedServer, locked, saved, replyTo, bounces, ...read } = await getEmailSettings(deps)
    return {
      ...read,
      has_password: hasPassword,
      locked: { server: lockedServer, sender: locked.sender },
      saved: saved && { ...saved, at: saved.at.toISOString() },
      reply_to: replyTo,
      bounces: {
        form: bounces.form,
        has_password: bounces.hasPassword,
        locked: bounces.locked,
        is_read: bounces.isRead,
        read_at: bounces.readAt?.toISOString() ?? null,
        problem: bounces.problem,
        failing_since: bounces.failingSince?.toISOString() ?? null,
      },
    }
  })
  registerEndpoint(app, saveEmailSettings, ({ body: { revision, ...form }, member }) =>
    save(deps, { form, revision, by: toStaff(member) }),
  )
  registerEndpoint(app, sendTestEmail, async ({ member }) => {
    const { isSent, message, answer } = await sendTest(deps, { memberId: member.id, by: toStaff(member) })
    return { is_sent: isSent, message, answer }
  })
  registerEndpoint(app, saveBounceSettings, ({ body: { revision, ...form }, member }) =>
    saveBounces(deps, { form, revision, by: toStaff(member) }),
  )
  registerEndpoint(app, checkBounceSettings, async ({ member }) => {
    const { isOpen, message } = await checkBounces(deps, { memberId: member.id, by: toStaff(member) })
    return { is_open: isOpen, message }
  })
  registerEndpoint(app, confirmEmailSettings, async ({ body: { revision }, member }) => {
    await confirmServiceSettings(deps, { kind: 'mail', revision, by: toStaff(member) })
    return { message: 'These settings are now in use.' }
  })
}
