/** Returns the host by which the metadata of payments identifies the academy. */
export function getAcademyHost({ publicUrl }: { publicUrl: string }): string {
  return new URL(publicUrl).host
}

export type OwnHosts = {
  /** The host in `PUBLIC_URL`. */
  current: string
  /** The former hosts that the owner has confirmed. */
  former: ReadonlySet<string>
  /** The host that this database served first. Undefined before the first start. */
  home: string | undefined
  /** The ID that this database shares with its copies. */
  academyId: string | undefined
}

type PaymentOrigin = {
  /** The host in the payment's metadata. Undefined if an earlier version or another program opened the payment. */
  academy: string | undefined
  hasPurchase: boolean
}

/**
 * Whose payment this is. Other academies may use the same provider account, and a restored copy on another host has the
 * purchases of the original. `unconfirmed` means that the purchase is here, but the academy has moved or is a copy, and
 * the owner has not said which. Staff may refund such a payment, but the academy does nothing with it on its own.
 */
export type Ownership = 'ours' | 'unconfirmed' | 'foreign'

export function getOwnership(hosts: OwnHosts, { academy, hasPurchase }: PaymentOrigin): Ownership {
  if (academy === undefined ? hasPurchase && isAtHome(hosts) : isOwnHost(hosts, academy)) return 'ours'
  return hasPurchase ? 'unconfirmed' : 'foreign'
}

/** Whether this database serves its original host, or the owner has confirmed that it moved. */
export function isAtHome(hosts: OwnHosts): boolean {
  return hosts.home === undefined || isOwnHost(hosts, hosts.home)
}

function isOwnHost({ current, former }: OwnHosts, host: string): boolean {
  return host === current || former.has(host)
}

/** Returns the hosts from which confirmed moves lead to the current one, directly or through others. */
export function getFormerHosts(current: string, moves: { formerHost: string; currentHost: string }[]): Set<string> {
  const found = new Set<string>()
  const reached = [current]
  for (let host = reached.pop(); host !== undefined; host = reached.pop())
    for (const { formerHost, currentHost } of moves)
      if (currentHost === host && !found.has(formerHost)) {
        found.add(formerHost)
        reached.push(formerHost)
      }
  return found
}
