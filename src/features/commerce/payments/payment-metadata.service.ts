import type { Deps } from '#platform/deps.ts'
import { ProviderUnavailable } from '#platform/payment-calls.ts'
import type { Intent } from '#platform/payments.ts'
import { toMetadataUpdate } from './payment-metadata.rules.ts'

/** Only the operator can make room. */
export class NoRoomError extends ProviderUnavailable {
  constructor(id: string, names: string[]) {
    super(undefined, {
      kind: `no-room:${id}`,
      sentence: `Payment ${id} has no room for more metadata in Stripe, so ${names.join(' and ')} can't be stored with it. In the Stripe Dashboard, delete metadata that you or other systems added to the payment, and run: npm run academy -- retry-jobs`,
    })
  }
}

/** Stores metadata with a payment, as read. Throws `NoRoomError`. */
export async function addMetadata(
  { payments }: Pick<Deps, 'payments'>,
  { id, metadata }: Intent,
  added: Record<string, string>,
): Promise<void> {
  const update = toMetadataUpdate(metadata, added)
  if (!update) throw new NoRoomError(id, Object.keys(added))
  await payments.writeMetadata(id, update)
}
