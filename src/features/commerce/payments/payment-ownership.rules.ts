/** How payments name the academy that opened them. */
export function getAcademyHost({ publicUrl }: { publicUrl: string }): string {
  return new URL(publicUrl).host
}

/** The host of `PUBLIC_URL`, those that the owner confirmed as its former ones, and the one that this database served first. */
export type OwnHosts = { current: string; former: ReadonlySet<string>; home: string | undefined }

type PaymentOrigin = {
  /** As its metadata has it; undefined where an earlier version, or something else, opened it. */
  academy: string | undefined
  /** Whether its purchase is in our database. */
  hasPurchase: boolean
}

/**
 * Whose a payment at the card provider is. Others may use the same account, and a restored copy at another address has the original's
 * purchases. `unconfirmed`: its purchase is here, but the academy has moved or is a copy, and the owner did not say which. Staff may
 * give such a payment back; the academy itself does nothing with it.
 */
export type Ownership = 'ours' | 'unconfirmed' | 'foreign'

export function getOwnership(hosts: OwnHosts, { academy, hasPurchase }: PaymentOrigin): Ownership {
  if (academy === undefined ? hasPurchase && isAtHome(hosts) : isOwnHost(hosts, academy)) return 'ours'
  return hasPurchase ? 'unconfirmed' : 'foreign'
}

/** Whether this database serves the academy that it was made for, or the owner confirmed that it moved. */
export function isAtHome(hosts: OwnHosts): boolean {
  return hosts.home === undefined || isOwnHost(hosts, hosts.home)
}

function isOwnHost({ current, former }: OwnHosts, host: string): boolean {
  return host === current || former.has(host)
}

/** The hosts from which confirmed moves lead to the current one, over any number of steps. */
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
