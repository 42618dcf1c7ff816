import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '#shared/operator-error.ts'

export type EmulatorAddress = { url: string; secretKey: string; publishableKey: string; webhookSecret: string }

function getAddressFile(folder: string): string {
  return path.join(folder, 'address.json')
}

/**
 * Stored next to the journal, for other processes that use this folder, and so that the next start can reuse the port.
 */
export function saveAddress(folder: string, address: EmulatorAddress): void {
  writeFileSync(getAddressFile(folder), JSON.stringify(address), { mode: 0o600 })
}

export function readAddress(folder: string): EmulatorAddress | undefined {
  try {
    return JSON.parse(readFileSync(getAddressFile(folder), 'utf8')) as EmulatorAddress
  } catch {
    return undefined
  }
}

/** An emulator seems to run for this folder but does not respond. A second one would write to the same journal. */
export class UnresponsiveEmulatorError extends OperatorError {}

/**
 * The emulator that another process runs for this folder; undefined if nothing, or something else, listens at its URL.
 * Throws `UnresponsiveEmulatorError` if there was no response in time.
 */
export async function findRunningEmulator(folder: string, patienceMs = 10_000): Promise<EmulatorAddress | undefined> {
  const address = readAddress(folder)
  if (!address) return undefined
  const reply = await postBehavior(address, {}, patienceMs).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) return undefined
    throw new UnresponsiveEmulatorError(
      `The Stripe emulator at ${address.url} does not respond. Try again, or stop the academy that runs it.`,
    )
  })
  return reply?.ok && address.webhookSecret ? address : undefined
}

/** Controls an emulator at a separate URL, because the emulator may be acting as an unavailable or slow provider. */
function postBehavior(
  { url, secretKey }: EmulatorAddress,
  behavior: Record<string, string>,
  patienceMs: number,
): Promise<Response> {
  return fetch(`${url}/stand-in/behavior`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams(behavior),
    signal: AbortSignal.timeout(patienceMs),
  })
}

/** Sets the URL to which the emulator sends its events. */
export async function sendEmulatorEventsTo(address: EmulatorAddress, to: string): Promise<void> {
  const reply = await postBehavior(address, { webhook_url: to }, 2_000)
  if (!reply.ok) throw new Error(`The Stripe emulator does not send events: ${await reply.text()}`)
}
