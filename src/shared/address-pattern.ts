/**
 * A pattern, for JavaScript and PostgreSQL, that finds an email address in a text: the whole one alone, so that `ann@example.com` is found
 * neither in `joann@example.com` nor in `ann@example.com.au`. Capitals are the caller's matter.
 */
export function buildAddressPattern(address: string): string {
  const plain = address.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return `(?<![\\w.%+-])${plain}(?![\\w-]|\\.\\w)`
}
