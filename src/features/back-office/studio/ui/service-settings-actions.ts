import type { EndpointInput } from '#shared/endpoint.ts'
import { ActionError } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import type {
  checkBounceSettings,
  confirmEmailSettings,
  saveBounceSettings,
  saveEmailSettings,
  sendTestEmail,
} from '../email-settings.contract.ts'
import type {
  checkPaymentSettings,
  confirmPaymentSettings,
  savePaymentSettings,
  saveSalesTax,
} from '../payment-settings.contract.ts'

/** The mail server and Stripe may take several seconds each. */
const LIMIT_MS = 30_000

export const emailSettingsActions = {
  saveEmail: (body: EndpointInput<typeof saveEmailSettings>['body']) =>
    call<typeof saveEmailSettings>('POST /Academy/api/studio/settings/email/', { body, limitMs: LIMIT_MS }),
  saveBounces: (body: EndpointInput<typeof saveBounceSettings>['body']) =>
    call<typeof saveBounceSettings>('POST /Academy/api/studio/settings/email/bounces/', { body, limitMs: LIMIT_MS }),
  async checkBounces() {
    const { is_open: isOpen, message } = await call<typeof checkBounceSettings>(
      'POST /Academy/api/studio/settings/email/bounces/check/',
      { body: {}, limitMs: LIMIT_MS },
    )
    if (isOpen) return message
    throw new ActionError(message)
  },
  confirm: (revision: string) =>
    call<typeof confirmEmailSettings>('POST /Academy/api/studio/settings/email/confirm/', { body: { revision } }),
  async sendTest() {
    const {
      is_sent: isSent,
      message,
      answer,
    } = await call<typeof sendTestEmail>('POST /Academy/api/studio/settings/email/test/', {
      body: {},
      limitMs: LIMIT_MS,
    })
    if (isSent) return message
    throw new ActionError(answer === '' ? message : `${message} The server’s response: “${answer}”`)
  },
}

export const paymentSettingsActions = {
  saveKeys: (body: EndpointInput<typeof savePaymentSettings>['body']) =>
    call<typeof savePaymentSettings>('POST /Academy/api/studio/settings/payments/', { body, limitMs: LIMIT_MS }),
  confirm: (revision: string) =>
    call<typeof confirmPaymentSettings>('POST /Academy/api/studio/settings/payments/confirm/', { body: { revision } }),
  setTax: (isTaxAdded: boolean) =>
    call<typeof saveSalesTax>('POST /Academy/api/studio/settings/payments/tax/', {
      body: { is_tax_added: isTaxAdded },
      limitMs: LIMIT_MS,
    }),
  checkKeys: () =>
    call<typeof checkPaymentSettings>('POST /Academy/api/studio/settings/payments/check/', {
      body: {},
      limitMs: LIMIT_MS,
    }),
}
