import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type Address = { url: string; secretKey: string; publishableKey: string; webhookSecret: string }

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
  return reply?.ok && address.webhookSecret ? address : undefined
}

/** Has the stand-in send its events to an address. */
export async function sendStandInEvents({ url, secretKey }: Address, to: string): Promise<void> {
  const reply = await fetch(`${url}/stand-in/behaviour`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ webhook_url: to }),
    signal: AbortSignal.timeout(2_000),
  })
  if (!reply.ok) throw new Error(`The card provider's stand-in does not send events: ${await reply.text()}`)
}
