/** The domain of erased members' email addresses, which can never exist (`.invalid`). */
export const ERASED_EMAIL_DOMAIN = 'erased.invalid'

/** Whether the address belongs to an erased member, so that work that started before the erasure sends nothing. */
export function isErasedAddress(address: string): boolean {
  return address.endsWith(`@${ERASED_EMAIL_DOMAIN}`)
}
