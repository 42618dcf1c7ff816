/** Where members who were erased would have their mailbox: a name that no mail server ever has. */
export const ERASED_EMAIL_DOMAIN = 'erased.invalid'

/** Whether nobody reads there any more: whatever began before its reader was erased sends nothing. */
export function isErasedAddress(address: string): boolean {
  return address.endsWith(`@${ERASED_EMAIL_DOMAIN}`)
}
