/**
 * Builds a pattern, for JavaScript and PostgreSQL, that finds a complete email address in a text. `ann@example.com`
 * matches neither in `joann@example.com` nor in `ann@example.com.au`. Callers decide whether case matters.
 */
export function buildAddressPattern(address: string): string {
  const plain = address.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return `(?<![\\w.%+-])${plain}(?![\\w-]|\\.\\w)`
}
