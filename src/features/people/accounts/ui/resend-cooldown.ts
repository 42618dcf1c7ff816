export { RESEND_COOLDOWN_SECONDS } from '../accounts.rules.ts'
