import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '#shared/operator-error.ts'

export type EmulatorAddress = { url: string; secretKey: string; publishableKey: string; webhookSecret: string }

function getAddressFile(folder: string): string {
  return path.join(folder, 'address.json')
}

/** Kept beside the journal, for other processes on this folder, and so that the next start can take the same port. */
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

/** A stand-in seems to run on a folder, and does not say so: a second one would write into its journal. */
export class UnresponsiveEmulatorError extends OperatorError {}

/**
 * The stand-in that another process runs on this folder; undefined when nobody listens at its address, or somebody else does.
 * Throws `UnresponsiveEmulatorError` where somebody listens and has not answered in time.
 */
export async function findRunningEmulator(folder: string, patienceMs = 10_000): Promise<EmulatorAddress | undefined> {
  const address = readAddress(folder)
  if (!address) return undefined
  const reply = await postBehavior(address, {}, patienceMs).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) return undefined
    throw new UnresponsiveEmulatorError(
      `The card provider's stand-in at ${address.url} does not answer. Try again, or end the academy that runs it.`,
    )
  })
  return reply?.ok && address.webhookSecret ? address : undefined
}

/** Tells a stand-in how to behave, at an address of its own: it may be playing a provider that is away or slow. */
function postBehavior(
  { url, secretKey }: EmulatorAddress,
  behaviour: Record<string, string>,
  patienceMs: number,
): Promise<Response> {
  return fetch(`${url}/stand-in/behaviour`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams(behaviour),
    signal: AbortSignal.timeout(patienceMs),
  })
}

/** Has the stand-in send its events to an address. */
export async function sendEmulatorEventsTo(address: EmulatorAddress, to: string): Promise<void> {
  const reply = await postBehavior(address, { webhook_url: to }, 2_000)
  if (!reply.ok) throw new Error(`The card provider's stand-in does not send events: ${await reply.text()}`)
}
