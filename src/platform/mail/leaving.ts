/** What tells a mail program that it may show a button of its own for leaving, and press it by a POST (RFC 2369, RFC 8058). */
export function leavingHeaders(address: string) {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
