import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { stripPort } from '../client-key.ts'

type Range = [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/**
 * The name of a connection over a Unix socket, which has no IP address, and the name that nginx writes into
 * `X-Forwarded-For` for such a client.
 */
const UNIX = 'unix'
const UNIX_CLIENT = 'unix:'

/** Names that can be used for several ranges at once. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'],
}

/**
 * The proxies that are trusted if `TRUSTED_PROXIES` is not set: any private address, as in versions before this setting
 * existed.
 */
const DEFAULT_TRUSTED_PROXIES = ['loopback', 'private']

/** Parses `TRUSTED_PROXIES`. Throws an error that names the invalid entry and says what to write. */
export function parseTrustedProxies(text: string): string[] {
  const entries = text.split(/[\s,]+/).filter(Boolean)
  for (const entry of entries) {
    if (entry === UNIX || NAMED[entry]) continue
    const range = parseRange(entry)
    if (range === undefined)
      throw new Error(
        `IP addresses or networks of your proxies, separated by commas, such as 127.0.0.1,10.0.0.0/8,2001:db8::/32 ('${entry}' is neither)`,
      )
    if (range[1] === 0)
      throw new Error(
        `the addresses of your proxies alone ('${entry}' is every address, so any visitor could claim to be another)`,
      )
  }
  return entries
}

/** Returns a function that checks whether the forwarding headers from a client with this address are trusted. */
export function createProxyTrust(entries: readonly string[] = DEFAULT_TRUSTED_PROXIES) {
  const ranges = entries.flatMap((entry) => NAMED[entry] ?? entry).map((entry) => parseRange(entry))
  const trustsUnix = entries.includes(UNIX)
  return (address: string | undefined): boolean => {
    if (address === undefined || address === UNIX_CLIENT) return trustsUnix
    const bare = stripPort(address)
    if (isIP(bare) === 0) return false
    const client = ipaddr.process(bare)
    return ranges.some((range) => range?.[0].kind() === client.kind() && client.match(...range))
  }
}

function parseRange(entry: string): Range | undefined {
  const [, address = '', typedBits] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? []
  const version = isIP(address)
  if (version === 0) return undefined
  const maxBits = version === 4 ? 32 : 128
  const bits = typedBits === undefined ? maxBits : Number(typedBits)
  if (bits > maxBits) return undefined
  const network = ipaddr.parse(address)
  if (!(network instanceof ipaddr.IPv6) || !network.isIPv4MappedAddress()) return [network, bits]
  // IPv4-mapped IPv6 networks (`::ffff:…`) are compared as IPv4, because a socket may report a client in either form.
  return bits < 96 ? undefined : [network.toIPv4Address(), bits - 96]
}
