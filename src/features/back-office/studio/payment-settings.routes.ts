import type { FastifyInstance } from 'fastify'
import {
  checkCardSettings,
  confirmServiceSettings,
  getCardSettings,
  saveCardSettings,
  saveSalesTax as saveTax,
} from '#features/back-office/service-settings/service-settings.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import {
  checkPaymentSettings,
  confirmPaymentSettings,
  readPaymentSettings,
  savePaymentSettings,
  saveSalesTax,
} from './payment-settings.contract.ts'

export function paymentSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readPaymentSettings, async () => {
    const {
      publishableKey,
      secretEnd,
      webhookEnds,
      isLive,
      accountName,
      formerAccount,
      saved,
      webhookUrl,
      isTaxAdded,
      ...read
    } = await getCardSettings(deps)
    return {
      ...read,
      publishable_key: publishableKey,
      secret_key: secretEnd,
      webhook_secrets: webhookEnds,
      is_live: isLive,
      account: accountName || null,
      former_account: formerAccount,
      saved: saved && { ...saved, at: saved.at.toISOString() },
      webhook_url: webhookUrl,
      is_tax_added: isTaxAdded,
    }
  })
  registerEndpoint(app, savePaymentSettings, ({ body: { revision, ...form }, member }) =>
    saveCardSettings(deps, { form, revision, by: toStaff(member) }),
  )
  registerEndpoint(app, checkPaymentSettings, async ({ member }) => ({
    findings: (await checkCardSettings(deps, member.id)).map(({ what, isWrong, isUnknown, text }) => ({
      what,
      result: isWrong ? ('wrong' as const) : isUnknown ? ('unknown' as const) : ('ok' as const),
      text,
    })),
  }))
  registerEndpoint(app, saveSalesTax, async ({ body: { is_tax_added: isTaxAdded }, member }) => {
    await saveTax(deps, { isTaxAdded, by: toStaff(member) })
    return { message: isTaxAdded ? 'Sales tax is on.' : 'Sales tax is off.' }
  })
  registerEndpoint(app, confirmPaymentSettings, async ({ body: { revision }, member }) => {
    await confirmServiceSettings(deps, { kind: 'cards', revision, by: toStaff(member) })
    return { message: 'These settings are now in use.' }
  })
}
