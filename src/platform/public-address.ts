import { type LookupFunction, connect, isIP, type Socket } from 'node:net'
import { lookup } from 'node:dns'
import { lookup as resolveAll } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'

/** A name or address that leads into the server's own network, where an owner's settings must not reach. */
export class PrivateAddressError extends Error {}

/**
 * Whether an IP address is on the public Internet: not loopback, private, link-local (which includes the metadata
 * services of hosting providers), or reserved.
 */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast'
}

/** Resolves a name once and fails if any of its addresses is not public, so the connection goes to a checked address. */
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

/** What a host name leads to. `unknown`: its name servers did not answer in time. */
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

type Target = { host: string; port: number; timeoutMs: number; isPublicOnly: boolean }

/** Opens a TCP connection. With `isPublicOnly`, only to a public address, whatever the name resolves to later. */
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
    // Stays, because the connection may break before its user listens.
    socket.on('error', (error) => {
      clearTimeout(limit)
      socket.destroy()
      reject(error)
    })
  })
}
