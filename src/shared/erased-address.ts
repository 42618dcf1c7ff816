/** The domain of erased members' email addresses. There can be no such domain (`.invalid`). */
export const ERASED_EMAIL_DOMAIN = 'erased.invalid'

/** Whether this is an erased member's address. Work that started before the erasure must not send anything to it. */
export function isErasedAddress(address: string): boolean {
  return address.endsWith(`@${ERASED_EMAIL_DOMAIN}`)
}
