import ipaddr from 'ipaddr.js'

/**
 * Identifies a client for rate and concurrency limits: by its network, and by the wider network around it if providers
 * assign many networks to one customer.
 */
export type ClientKey = { readonly network: string; readonly wider: string | undefined }

/**
 * Matches an address with brackets or a port: `203.0.113.9:443`, `[2001:db8::1]:443`, and `[2001:db8::1]`. An IPv6
 * address without brackets doesn't match, because its last part could be mistaken for a port.
 */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d*)?|([^:]*):\d*)$/

export function stripPort(address: string): string {
  return WITH_PORT.exec(address)?.slice(1).find(Boolean) ?? address
}

/**
 * Returns the client to which an IP address belongs. Each IPv4 address, in any notation, is its own client. An IPv6
 * client is a `/64` network, because a household or a rented server has all of its addresses. The wider network is a
 * `/48`, which many customers get, and which contains 65,536 such networks. Ignores the port that some proxies append.
 * All addresses that are not IP addresses count as one client.
 */
export function clientKeyFor(clientIp: string): ClientKey {
  const address = stripPort(clientIp)
  if (!ipaddr.isValid(address)) return { network: 'unknown', wider: undefined }
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return { network: parsed.toString(), wider: undefined }
  const first = (groups: number) => parsed.parts.slice(0, groups).map((part) => part.toString(16))
  return { network: `${first(4).join(':')}::/64`, wider: `${first(3).join(':')}::/48` }
}
