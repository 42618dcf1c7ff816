import type { Deps } from '#platform/deps.ts'
import { isProviderRejection, ProviderRejection, MissingPermission } from '#platform/payment-calls.ts'
import type { Intent } from '#platform/payments.ts'
import { AppError } from '#shared/app-error.ts'
import { unpackMetadata } from './payment-metadata.rules.ts'
import { addMetadata, NoRoomError } from './payment-metadata.service.ts'
import { isOurPayment } from './payment-ownership.service.ts'
import { reportProviderError } from './provider-errors.service.ts'
import { markRecorded, findPurchaseNumbers, listPurchasesToRecord } from './recorded-numbers.queries.ts'
import { toNumberMetadata } from './recorded-numbers.rules.ts'

type RecordingDeps = Pick<Deps, 'config' | 'db' | 'payments' | 'jobs' | 'log' | 'now'>

/**
 * Stores a sale's numbers with its payment at the card provider, where they can be found after an older backup is
 * restored. Numbers are emailed only after that. So if a number is lost along with the database, no one has seen it,
 * and it may be issued again.
 */
export async function recordNumbers(deps: RecordingDeps, purchaseId: string): Promise<void> {
  const { db, payments, log, now } = deps
  const { intentId, issued } = await findPurchaseNumbers(db, purchaseId)
  const due = issued.filter(({ isRecorded, isTest }) => !isRecorded && isTest === !payments.isLive)
  if (due.length === 0) return
  const intent = intentId === null ? undefined : await payments.readIntent(intentId)
  // The provider doesn't have all sales, such as those of the demo. Their numbers can't be stored.
  if (intent) {
    if (!(await isOurPayment(deps, intent))) throw new UnconfirmedPaymentError(intent)
    const written = toNumberMetadata(due)
    const before = intent.metadata['invoice']
    if (before !== undefined && written['invoice'] !== undefined && before !== written['invoice'])
      log.warn({ intentId, before, after: written['invoice'] }, 'a payment had a different invoice number')
    const stored = unpackMetadata(intent.metadata)
    const isThere = Object.entries(written).every(([name, text]) => stored[name] === text)
    if (!isThere) await addMetadata(deps, intent, written)
  }
  await markRecorded(
    db,
    due.map(({ id }) => id),
    now(),
  )
}

/**
 * Thrown for a payment that names another host. Nothing is stored with it until the owner confirms that the academy has
 * moved.
 */
export class UnconfirmedPaymentError extends AppError {
  constructor({ id, academy }: Intent) {
    const at = academy ?? 'a different address'
    super(
      'payment_mismatch',
      `This number is not stored in Stripe yet, because payment ${id} was started at ${at}. If the academy moved, run: npm run academy -- confirm-former-address ${academy ?? 'HOST'}`,
    )
  }
}

/**
 * Stores the numbers. Call this before an email mentions a number. The email waits while the provider is unavailable or
 * the payment's host is unconfirmed. It doesn't wait if the provider rejects the number, which is reported to the
 * operator.
 */
export async function recordNumbersBeforeEmail(deps: RecordingDeps, purchaseId: string): Promise<void> {
  try {
    await recordNumbers(deps, purchaseId)
  } catch (error) {
    // A 5xx response means that the provider is unavailable. Only after a rejection may the email be sent.
    if (![ProviderRejection, MissingPermission, NoRoomError].some((kind) => error instanceof kind)) throw error
    await reportProviderError(deps, error)
    deps.log.error({ err: error, purchaseId }, 'Stripe does not accept an invoice number')
  }
}

const BATCH_SIZE = 25

/** Stores the numbers that an earlier version issued, or that a process could not store before it was killed. */
export async function recordAllNumbers(deps: RecordingDeps): Promise<void> {
  const asked = { isTest: !deps.payments.isLive, limit: BATCH_SIZE }
  for (const purchaseId of await listPurchasesToRecord(deps.db, asked))
    await recordNumbersBeforeEmail(deps, purchaseId).catch((error: unknown) => {
      // A sale that fails must not block the others.
      if (error instanceof UnconfirmedPaymentError) return
      if (!isProviderRejection(error)) throw error
      deps.log.error({ err: error, purchaseId }, 'Stripe failed to store an invoice number')
    })
}
