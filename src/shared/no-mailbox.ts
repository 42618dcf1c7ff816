/** Where members who were erased would have their mailbox: a name that no mail server ever has. */
export const NO_MAILBOX = 'erased.invalid'

/** Whether nobody reads there any more: whatever began before its reader was erased sends nothing. */
export function hasNoReader(address: string): boolean {
  return address.endsWith(`@${NO_MAILBOX}`)
}
