import { findMember } from '#features/people/accounts/accounts.public.ts'
import {
  areNumbersUnread,
  NumbersNotReadError,
  notifyOperator,
  reportProviderError,
  findUnconfirmedAddress,
} from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import { isProviderRejection } from '#platform/payment-calls.ts'
import { UnusableCustomerError, toUnnamedCustomerProblem } from '#platform/payment-customers.ts'
import { deleteCustomer, findCustomer, listCustomers, saveCustomer } from './customers.queries.ts'

type CustomerDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'now' | 'payments'>

type CustomerResult = { id?: string; problem?: unknown }

/**
 * Opens a payment for the member's customer at the provider. Creates the customer if it is missing or if the provider
 * doesn't have it. If that fails, the payment is opened without a customer, and the operator gets an email with the
 * reason.
 */
export async function openForCustomer<Opened>(
  deps: CustomerDeps,
  memberId: string,
  open: (customerId: string | undefined) => Promise<Opened>,
): Promise<Opened> {
  const { opened, problem } = await openWith(
    deps,
    memberId,
    open,
    await tryFindOrCreateCustomer(deps, memberId, undefined),
  )
  // This is reported only after the payment was opened. If opening it had failed, too, only that error would be
  // reported.
  if (problem !== undefined) await reportProviderError(deps, toUnnamedCustomerProblem(problem))
  return opened
}

async function openWith<Opened>(
  deps: CustomerDeps,
  memberId: string,
  open: (customerId: string | undefined) => Promise<Opened>,
  customer: CustomerResult,
  isAgain = false,
): Promise<{ opened: Opened; problem: unknown }> {
  try {
    return { opened: await open(customer.id), problem: customer.problem }
  } catch (error) {
    if (!(error instanceof UnusableCustomerError)) throw error
    const next =
      error.isRightMissing || isAgain ? { problem: error } : await tryFindOrCreateCustomer(deps, memberId, customer.id)
    return openWith(deps, memberId, open, next, true)
  }
}

/**
 * Returns a rejection as a `problem`. Throws if the provider can't be reached or is too slow, because a retry must send
 * the same request for a payment.
 */
async function tryFindOrCreateCustomer(
  deps: CustomerDeps,
  memberId: string,
  insteadOf: string | undefined,
): Promise<CustomerResult> {
  try {
    return { id: await findOrCreateCustomer(deps, memberId, insteadOf) }
  } catch (error) {
    if (isProviderRejection(error)) return { problem: error }
    throw error
  }
}

/** Returns the stored customer, unless it must be replaced. Concurrent requests get the same customer. */
async function findOrCreateCustomer(
  { db, now, payments }: CustomerDeps,
  memberId: string,
  insteadOf: string | undefined,
): Promise<string> {
  const { isLive } = payments
  const known = await findCustomer(db, { memberId, isLive })
  if (known !== undefined && known !== insteadOf) return known
  const member = await findMember(db, memberId)
  if (!member) throw new Error('a buyer without an account')
  const { email, firstName, lastName } = member
  const name = `${firstName} ${lastName}`.trim()
  const customerId = await payments.customers.create({ memberId, email, name, insteadOf })
  return saveCustomer(db, { memberId, isLive, customerId, createdAt: now(), insteadOf })
}

export async function syncCustomerEmail(
  { config, db, payments }: Pick<Deps, 'config' | 'db' | 'payments'>,
  memberId: string,
): Promise<void> {
  // This throws, so that the job is tried again later.
  if (await areNumbersUnread(db, payments.isLive)) throw new NumbersNotReadError()
  if (await belongsToOtherAddress({ config, db })) return
  const ids = await listCustomers(db, { memberId, isLive: payments.isLive })
  const member = ids.length === 0 ? undefined : await findMember(db, memberId)
  if (member) for (const id of ids) await payments.customers.changeEmail(id, member.email)
}

/**
 * Deletes a member's data at the provider, in all accounts, in the mode (live or test) of the current keys. Can be
 * repeated safely. Does nothing while the academy's move to another host is unconfirmed, or before payments have been
 * read after a restore. In these cases, a nightly job tries again.
 */
export async function eraseCustomer(
  { config, db, jobs, payments }: Pick<Deps, 'config' | 'db' | 'jobs' | 'payments'>,
  memberId: string,
): Promise<void> {
  const { isLive } = payments
  // After a restore, this database might be a copy until its payments have been read.
  if ((await areNumbersUnread(db, isLive)) || (await belongsToOtherAddress({ config, db }))) return
  for (const id of await listCustomers(db, { memberId, isLive })) {
    const isErased = await payments.customers.erase(id)
    await db.transaction(async (tx) => {
      await deleteCustomer(tx, id)
      if (!isErased) await jobs.enqueue(tx, notifyOperator, { sentence: describeUnknownCustomer(id), facts: {} })
    })
  }
}

/** The customer may have been deleted in the dashboard, or may belong to an account whose keys are gone. */
function describeUnknownCustomer(id: string): string {
  return `An account was deleted here, but Stripe does not know its customer ${id}. If you used another Stripe account before, look up ${id} in that account's Stripe Dashboard (Customers), and delete it there.`
}

/**
 * Whether the stored customers may belong to an academy on another host, as in a restored copy. If so, they are not
 * changed.
 */
async function belongsToOtherAddress({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<boolean> {
  return (await findUnconfirmedAddress(db, config)) !== undefined
}
