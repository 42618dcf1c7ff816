import { findMember } from '#features/people/accounts/accounts.public.ts'
import {
  areNumbersUnread,
  NumbersNotReadError,
  reportProviderError,
  findUnconfirmedAddress,
} from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import { isProviderRejection } from '#platform/payment-calls.ts'
import { UnusableCustomerError, toUnnamedCustomerProblem } from '#platform/payment-customers.ts'
import { findCustomer, deleteCustomer, saveCustomer } from './customers.queries.ts'

type CustomerDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'now' | 'payments'>

/** What came of asking for a member's customer: its id, or why there is none. */
type CustomerResult = { id?: string; trouble?: unknown }

/**
 * Opens a payment for the member's customer, who is made when there is none yet, or when the provider does not know him any more. No
 * customer keeps a member from buying: where the provider makes none the payment is opened all the same, and the operator hears why.
 */
export async function openForCustomer<Opened>(
  deps: CustomerDeps,
  memberId: string,
  open: (customerId: string | undefined) => Promise<Opened>,
): Promise<Opened> {
  const { opened, trouble } = await openWith(
    deps,
    memberId,
    open,
    await tryFindOrCreateCustomer(deps, memberId, undefined),
  )
  // Only now: had the payment failed, too, the operator would hear of that.
  if (trouble !== undefined) await reportProviderError(deps, toUnnamedCustomerProblem(trouble))
  return opened
}

async function openWith<Opened>(
  deps: CustomerDeps,
  memberId: string,
  open: (customerId: string | undefined) => Promise<Opened>,
  customer: CustomerResult,
  isAgain = false,
): Promise<{ opened: Opened; trouble: unknown }> {
  try {
    return { opened: await open(customer.id), trouble: customer.trouble }
  } catch (error) {
    if (!(error instanceof UnusableCustomerError)) throw error
    const next =
      error.isRightMissing || isAgain ? { trouble: error } : await tryFindOrCreateCustomer(deps, memberId, customer.id)
    return openWith(deps, memberId, open, next, true)
  }
}

/** While the provider is away, or too slow, nothing is decided: asked again, the payment must be the same one. */
async function tryFindOrCreateCustomer(
  deps: CustomerDeps,
  memberId: string,
  insteadOf: string | undefined,
): Promise<CustomerResult> {
  try {
    return { id: await findOrCreateCustomer(deps, memberId, insteadOf) }
  } catch (error) {
    if (isProviderRejection(error)) return { trouble: error }
    throw error
  }
}

/** The stored customer, unless it is the one to be replaced. Of many calls at once one customer comes, and stays. */
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

/** The job: the provider, too, reaches a buyer by the address that the account has now. */
export async function syncCustomerEmail(
  { config, db, payments }: Pick<Deps, 'config' | 'db' | 'payments'>,
  memberId: string,
): Promise<void> {
  // The job is tried again.
  if (await areNumbersUnread(db, payments.isLive)) throw new NumbersNotReadError()
  if (await belongsToOtherAddress({ config, db })) return
  const id = await findCustomer(db, { memberId, isLive: payments.isLive })
  const member = id === undefined ? undefined : await findMember(db, memberId)
  if (id !== undefined && member) await payments.customers.changeEmail(id, member.email)
}

/**
 * Has the provider delete what it keeps of a member, in the mode (live or test) of the keys that are set. Called again, it does no more.
 * Where the address is unconfirmed, or not known yet after a restore, it does nothing: each night it is asked for again.
 */
export async function eraseCustomer(
  { config, db, payments }: Pick<Deps, 'config' | 'db' | 'payments'>,
  memberId: string,
): Promise<void> {
  const { isLive } = payments
  // Until the payments were read after a restore, nobody knows whether this is a copy.
  if ((await areNumbersUnread(db, isLive)) || (await belongsToOtherAddress({ config, db }))) return
  const id = await findCustomer(db, { memberId, isLive })
  if (id === undefined) return
  await payments.customers.erase(id)
  await deleteCustomer(db, id)
}

/** Whether the stored customers are those of the academy at another address, as in a restored copy: they stay as they are. */
async function belongsToOtherAddress({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<boolean> {
  return (await findUnconfirmedAddress(db, config)) !== undefined
}
