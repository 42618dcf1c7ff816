/** The domain of erased members' email addresses. No domain under `.invalid` can exist. */
export const ERASED_EMAIL_DOMAIN = 'erased.invalid'

/** Whether this is an erased member's address. Work that started before the erasure must not send anything to it. */
export function isErasedAddress(address: string): boolean {
  return address.endsWith(`@${ERASED_EMAIL_DOMAIN}`)
}
