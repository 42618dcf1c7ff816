import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type Address = { url: string; secretKey: string; publishableKey: string }

function fileOf(folder: string): string {
  return path.join(folder, 'address.json')
}

/** Kept beside the journal, for other processes on this folder, and so that the next start can take the same port. */
export function keepAddress(folder: string, address: Address): void {
  writeFileSync(fileOf(folder), JSON.stringify(address), { mode: 0o600 })
}

export function keptAddress(folder: string): Address | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(folder), 'utf8')) as Address
  } catch {
    return undefined
  }
}

/** The stand-in that another process runs on this folder; undefined when none answers with this folder's key. */
export async function runningStandIn(folder: string): Promise<Address | undefined> {
  const address = keptAddress(folder)
  if (!address) return undefined
  const reply = await fetch(`${address.url}/v1/events?limit=1`, {
    headers: { authorization: `Bearer ${address.secretKey}` },
    signal: AbortSignal.timeout(1_000),
  }).catch(() => undefined)
  return reply?.ok ? address : undefined
}
