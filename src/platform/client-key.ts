import ipaddr from 'ipaddr.js'

/**
 * What counts as one client for rate and concurrency limits: its network and, where providers assign many networks to
 * one customer, the wider network around it.
 */
export type ClientKey = { readonly network: string; readonly wider: string | undefined }

/**
 * `203.0.113.9:443`, `[2001:db8::1]:443`, and `[2001:db8::1]`. Without brackets, a port after an IPv6 address could be
 * mistaken for part of the address.
 */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d*)?|([^:]*):\d*)$/

export function stripPort(address: string): string {
  return WITH_PORT.exec(address)?.slice(1).find(Boolean) ?? address
}

/**
 * An IPv4 address, in any notation, is a client of its own. An IPv6 client is a `/64`, because a household or a rented
 * server has all addresses of one. A `/48`, which many customers get, has 65,536 of these networks. Ignores a port that
 * some proxies append; everything that is not an IP address counts as one client.
 */
export function clientKeyFor(clientIp: string): ClientKey {
  const address = stripPort(clientIp)
  if (!ipaddr.isValid(address)) return { network: 'unknown', wider: undefined }
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return { network: parsed.toString(), wider: undefined }
  const first = (groups: number) => parsed.parts.slice(0, groups).map((part) => part.toString(16))
  return { network: `${first(4).join(':')}::/64`, wider: `${first(3).join(':')}::/48` }
}
