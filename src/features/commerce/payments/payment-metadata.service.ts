import { createHash } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import { ProviderUnavailable } from '#platform/payment-calls.ts'
import type { Intent } from '#platform/payments.ts'
import { type Metadata, PACKED } from './payment-metadata.rules.ts'

const MAX_COUNT = 50
/**
 * Entries are packed if there are more than this. That leaves room for entries that the operator or a concurrent
 * request adds.
 */
const PACK_ABOVE = 40
const MAX_LENGTH = 500
const PACKABLE = /^(?:credit_note|tax_reversal)_\d+$/
/** The maximum length of a packed entry, such as `credit_note_3=CN-000003 2026-11-21 2500 0` with longer numbers. */
const MAX_PART = 80

/** Thrown if there is no room for more metadata, which only the operator can change. */
export class NoRoomError extends ProviderUnavailable {
  constructor(id: string, names: string[]) {
    super(undefined, {
      kind: `no-room:${id}`,
      sentence: `Payment ${id} has no room for more metadata in Stripe, so ${names.join(' and ')} can't be stored with it. In the Stripe Dashboard, delete metadata that you or other systems added to the payment, and run: npm run academy -- retry-jobs`,
    })
  }
}

/** Adds metadata to a payment that was just read. Throws `NoRoomError`. */
export async function addMetadata(
  { payments }: Pick<Deps, 'payments'>,
  { id, metadata }: Intent,
  added: Record<string, string>,
): Promise<void> {
  const update = toMetadataUpdate(metadata, added)
  if (!update) throw new NoRoomError(id, Object.keys(added))
  await payments.writeMetadata(id, update)
}

/**
 * Returns the update that adds entries to a payment's metadata. If there is little room, packs earlier entries. If that
 * is not enough, returns undefined. The key of a packed entry is derived from its content, so concurrent updates lose
 * nothing.
 */
export function toMetadataUpdate(metadata: Metadata, added: Metadata): Record<string, string> | undefined {
  const count = (update: Metadata) => Object.values({ ...metadata, ...update }).filter((text) => text !== '').length
  if (count(added) <= PACK_ABOVE) return added
  const all = Object.entries(metadata)
  const partial = all.filter(([name, text]) => PACKED.test(name) && text.length <= MAX_LENGTH - MAX_PART)
  const single = all.filter(
    ([name, text]) => PACKABLE.test(name) && /^[\w -]+$/.test(text) && name.length + text.length < MAX_PART - 1,
  )
  const texts = [...partial.flatMap(([, text]) => text.split(';')), ...single.map(([name, text]) => `${name}=${text}`)]
  const removed = Object.fromEntries([...partial, ...single].map(([name]) => [name, '']))
  const update = { ...removed, ...packTexts(texts), ...added }
  return count(update) <= MAX_COUNT ? update : undefined
}

function packTexts(texts: string[]): Record<string, string> {
  const packed: string[] = []
  for (const text of texts) {
    const longer = `${packed.at(-1) ?? ''};${text}`
    if (packed.length > 0 && longer.length <= MAX_LENGTH) packed[packed.length - 1] = longer
    else packed.push(text)
  }
  const toName = (text: string) => `packed_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
  return Object.fromEntries(packed.map((text) => [toName(text), text]))
}
