import type { Deps } from '#platform/deps.ts'
import { describeError, failedFinding, type Finding, okFinding, unknownFinding } from '#platform/finding.ts'
import { checkSecretKey } from '#platform/payment-account.ts'
import type { ProviderKeys } from '#platform/payment-provider.ts'
import { formatDate, formatDay } from '#shared/dates.ts'
import { COMMAND_LANGUAGE } from '#shared/languages.ts'
import { listSampledPayments } from './earlier-payments.queries.ts'

/** How far back payments are checked. Banks rarely accept refunds and disputes of older payments. */
const MAX_AGE_MS = 180 * 24 * 60 * 60_000

type CheckDeps = Pick<Deps, 'db' | 'now'> & {
  payments: Pick<Deps['payments'], 'readIntent' | 'isLive'>
  /** The keys of former accounts. */
  formerKeys: readonly ProviderKeys[]
}

/** Checks whether earlier payments can be refunded here, by asking Stripe about a sample of them. Changes nothing. */
export async function checkEarlierPayments({ formerKeys, ...deps }: CheckDeps): Promise<Finding[]> {
  const [former, payments] = await Promise.all([
    Promise.all(formerKeys.map(checkFormerKey)),
    checkSample(deps).catch((error: unknown) => [
      unknownFinding('earlier payments', `could not be checked (${describeError(error)}). Try again`),
    ]),
  ])
  return [...former, ...payments]
}

async function checkFormerKey(keys: ProviderKeys): Promise<Finding> {
  const what = 'former key'
  switch (await checkSecretKey(keys)) {
    case 'accepted':
      return okFinding(what, 'Stripe accepts it, so payments made with it can be refunded here')
    case 'no answer':
      return unknownFinding(what, 'Stripe did not respond. Try again')
    case 'rejected':
    case 'restricted':
      return unknownFinding(
        what,
        "Stripe no longer accepts it. If it belonged to another account, refund payments made there in that account's Stripe Dashboard",
      )
  }
}

async function checkSample({ db, now, payments }: Omit<CheckDeps, 'formerKeys'>): Promise<Finding[]> {
  const what = 'earlier payments'
  // Test payments are not real, so no one waits for them.
  const sample = payments.isLive ? await listSampledPayments(db, new Date(now().getTime() - MAX_AGE_MS)) : []
  if (sample.length === 0) return []
  const found = await Promise.all(
    sample.map(async (order) => ({ ...order, isKnown: (await payments.readIntent(order.intentId)) !== undefined })),
  )
  const missing = found.find(({ isKnown }) => !isKnown)
  if (!missing) return [okFinding(what, 'they can be refunded here')]
  const day = formatDate(formatDay(missing.paidAt, 'UTC'), COMMAND_LANGUAGE)
  return [
    failedFinding(
      what,
      `order ${missing.orderNumber} of ${day}, and perhaps others, were paid in a Stripe account whose keys are missing here. Refund them in that account's Stripe Dashboard, or add its secret key: see "Change keys or the account" in docs/payments.md`,
    ),
  ]
}
