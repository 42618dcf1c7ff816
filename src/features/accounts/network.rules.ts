/**
 * What counts as one place when tries are counted: an IPv4 address, however it is written, or the first half of an IPv6 address. A
 * household or a rented server has all addresses of such a half to itself.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (!plain.includes(':') || !URL.canParse(`http://[${plain}]`)) return address
  const groups = groupsOf(plain)
  const [first, second] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff' && first !== undefined && second !== undefined)
    return [first >> 8, first & 255, second >> 8, second & 255].join('.')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** `2001:db8::1` → its eight groups, lower case and without leading zeros, as addresses of the web are written. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  if (tail === undefined) return before
  const after = tail === '' ? [] : tail.split(':')
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
}
