import { type LookupFunction, connect, isIP, type Socket } from 'node:net'
import { lookup } from 'node:dns'
import { lookup as resolveAll } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'

/** A name or address leads into the server's own network, which an owner's settings must not reach. */
export class PrivateAddressError extends Error {}

/** The only IPv6 addresses on the public Internet. Outside it, `::7f00:1`, for example, contains 127.0.0.1. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is on the public Internet. It is not if it is loopback, private, link-local, or reserved. The
 * metadata services of hosting providers have link-local addresses.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST))
}

/**
 * Resolves a name once and fails if any of its addresses is not public, so that the connection goes to an address that
 * was checked.
 */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses as { address: string; family: number }[] | undefined
    const [first] = found ?? []
    if (error || !found || !first) return callback(error ?? new Error('no address'), '', 0)
    if (!found.every(({ address }) => isPublicAddress(address))) return callback(privateAddressError(hostname), '', 0)
    return options.all ? callback(null, found) : callback(null, first.address, first.family)
  })
}

function privateAddressError(host: string): PrivateAddressError {
  return new PrivateAddressError(`${host} is an address in a private network`)
}

const RESOLVE_MS = 4_000

/** The network to which a host name leads. With `unknown`, its name servers did not answer in time. */
export type HostKind = 'public' | 'private' | 'missing' | 'unknown'

/** Resolves a name as a later connection would, to report a mistake right away. */
export async function resolvePublicHost(host: string): Promise<HostKind> {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0) return isPublicAddress(bare) ? 'public' : 'private'
  const resolved = resolveAll(bare, { all: true }).then(
    (addresses): HostKind => (addresses.every(({ address }) => isPublicAddress(address)) ? 'public' : 'private'),
    (error: NodeJS.ErrnoException): HostKind => (error.code === 'ENOTFOUND' ? 'missing' : 'unknown'),
  )
  return Promise.race([resolved, sleep(RESOLVE_MS, 'unknown' as const, { ref: false })])
}

/**
 * Resolves a name to one address for a connection. With `isPublicOnly`, throws `PrivateAddressError` unless all its
 * addresses are public.
 */
export function resolveAllowedAddress(host: string, isPublicOnly: boolean): Promise<string> {
  if (isIP(host) !== 0) {
    if (isPublicOnly && !isPublicAddress(host)) return Promise.reject(privateAddressError(host))
    return Promise.resolve(host)
  }
  const find: LookupFunction = isPublicOnly ? lookupPublic : lookup
  return new Promise((resolve, reject) => {
    find(host, { all: false }, (error, address) => (error ? reject(error) : resolve(address as string)))
  })
}

type Target = { host: string; port: number; timeoutMs: number; isPublicOnly: boolean }

/**
 * Opens a TCP connection. With `isPublicOnly`, connects only to a public address, even if the name resolves to another
 * address later.
 */
export function openSocket({ host, port, timeoutMs, isPublicOnly }: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const bare = host.replace(/^\[(.*)\]$/, '$1')
    if (isPublicOnly && isIP(bare) !== 0 && !isPublicAddress(bare)) return reject(privateAddressError(host))
    const socket = connect({ host: bare, port, ...(isPublicOnly && { lookup: lookupPublic }) })
    const limit = setTimeout(
      () => socket.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    )
    socket.once('connect', () => {
      clearTimeout(limit)
      resolve(socket)
    })
    // This listener is never removed, because the connection may break before its user adds one.
    socket.on('error', (error) => {
      clearTimeout(limit)
      socket.destroy()
      reject(error)
    })
  })
}
