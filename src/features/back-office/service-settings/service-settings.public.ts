export { checkBounceSettings, saveBounceSettings } from './bounce-settings.service.ts'
export { checkCardSettings, getCardSettings, saveCardSettings, saveSalesTax } from './card-settings.service.ts'
export { getEmailSettings, saveEmailSettings, sendTestEmail } from './email-settings.service.ts'
export { confirmAllSettings, confirmServiceSettings } from './stored-state.service.ts'
