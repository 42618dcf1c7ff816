import ipaddr from 'ipaddr.js'

/** Who counts as one when tries and work are counted: a network and, where the network is one of many like it, the one around it. */
export type ClientKey = { readonly network: string; readonly wider: string | undefined }

/** `203.0.113.9:443`, `[2001:db8::1]:443` and `[2001:db8::1]`; without brackets a port behind IPv6 could be a part of the address. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d*)?|([^:]*):\d*)$/

export function stripPort(address: string): string {
  return WITH_PORT.exec(address)?.slice(1).find(Boolean) ?? address
}

/**
 * An IPv4 address, however it is written, is a place of its own. Of IPv6 it is the first half, `/64`: a household or a rented server
 * has all addresses of such a half to itself. Many have 65,536 halves, which lie in one `/48`. A port that some proxies put behind it
 * is no part of it, and everything that is no address is one place.
 */
export function clientKeyFor(told: string): ClientKey {
  const address = stripPort(told)
  if (!ipaddr.isValid(address)) return { network: 'unknown', wider: undefined }
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return { network: parsed.toString(), wider: undefined }
  const first = (groups: number) => parsed.parts.slice(0, groups).map((part) => part.toString(16))
  return { network: `${first(4).join(':')}::/64`, wider: `${first(3).join(':')}::/48` }
}
