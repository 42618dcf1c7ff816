import { findMember } from '#features/people/accounts/accounts.public.ts'
import {
  areNumbersUnread,
  NumbersUnread,
  tellWhatToMend,
  unconfirmedAddress,
} from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import { hasSaidNo } from '#platform/payment-calls.ts'
import { CustomerUnusable, whyUnnamed } from '#platform/payment-customers.ts'
import { findCustomer, forgetCustomer, keepCustomer } from './customers.queries.ts'

type CustomerDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'now' | 'payments'>

/** What came of asking for a member's customer: its id, or why there is none. */
type Attempt = { id?: string; trouble?: unknown }

/**
 * Opens a payment for the member's customer, who is made when there is none yet, or when the provider does not know him any more. No
 * customer keeps a member from buying: where the provider makes none the payment is opened all the same, and the operator hears why.
 */
export async function forCustomerOf<Opened>(
  deps: CustomerDeps,
  memberId: string,
  open: (customerId: string | undefined) => Promise<Opened>,
): Promise<Opened> {
  const { opened, trouble } = await openWith(deps, memberId, open, await attempt(deps, memberId, undefined))
  // Only now: had the payment failed, too, the operator would hear of that.
  if (trouble !== undefined) await tellWhatToMend(deps, whyUnnamed(trouble))
  return opened
}

async function openWith<Opened>(
  deps: CustomerDeps,
  memberId: string,
  open: (customerId: string | undefined) => Promise<Opened>,
  customer: Attempt,
  isAgain = false,
): Promise<{ opened: Opened; trouble: unknown }> {
  try {
    return { opened: await open(customer.id), trouble: customer.trouble }
  } catch (error) {
    if (!(error instanceof CustomerUnusable)) throw error
    const next = error.isRightMissing || isAgain ? { trouble: error } : await attempt(deps, memberId, customer.id)
    return openWith(deps, memberId, open, next, true)
  }
}

/** While the provider is away, or too slow, nothing is decided: asked again, the payment must be the same one. */
async function attempt(deps: CustomerDeps, memberId: string, insteadOf: string | undefined): Promise<Attempt> {
  try {
    return { id: await customerOf(deps, memberId, insteadOf) }
  } catch (error) {
    if (hasSaidNo(error)) return { trouble: error }
    throw error
  }
}

/** The stored customer, unless it is the one to be replaced. Of many calls at once one customer comes, and stays. */
async function customerOf(
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
  return keepCustomer(db, { memberId, isLive, customerId, createdAt: now(), insteadOf })
}

/** The job: the provider, too, reaches a buyer by the address that the account has now. */
export async function tellProviderOfEmail(
  { config, db, payments }: Pick<Deps, 'config' | 'db' | 'payments'>,
  memberId: string,
): Promise<void> {
  // The job is tried again.
  if (await areNumbersUnread(db, payments.isLive)) throw new NumbersUnread()
  if (await areCustomersElsewhere({ config, db })) return
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
  if ((await areNumbersUnread(db, isLive)) || (await areCustomersElsewhere({ config, db }))) return
  const id = await findCustomer(db, { memberId, isLive })
  if (id === undefined) return
  await payments.customers.erase(id)
  await forgetCustomer(db, id)
}

/** Whether the stored customers are those of the academy at another address, as in a restored copy: they stay as they are. */
async function areCustomersElsewhere({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<boolean> {
  return (await unconfirmedAddress(db, config)) !== undefined
}
