import type Stripe from 'stripe'
import {
  callOnce,
  ProviderRejection,
  ProviderUnavailable,
  MissingPermission,
  callWithTimeLimit,
} from './payment-calls.ts'

/** A buyer, as shown to the operator and to a bank that disputes a payment. */
export type NewCustomer = {
  memberId: string
  email: string
  /** Empty if the member gave no name. */
  name: string
  /** The customer that this one replaces, because the provider no longer has it. */
  insteadOf: string | undefined
}

/** The customers at the card provider, who are members that have bought something. */
export type Customers = {
  /** Creates a customer and returns its ID. If repeated for the same member, returns the same ID. */
  create(customer: NewCustomer): Promise<string>
  /**
   * Finds a customer: the member for whom it was created (undefined if it was created by hand) and its current email
   * address. Returns undefined if it was deleted.
   */
  find(id: string): Promise<{ memberId: string | undefined; email: string | undefined } | undefined>
  /** Changes a customer's email address. Does nothing if the provider has no such customer. */
  changeEmail(id: string, email: string): Promise<void>
  /**
   * Deletes a customer's name and address at the provider, which keeps the payments. Returns true if they are deleted
   * now, even if an earlier call deleted them. Returns false if the provider has no such customer.
   */
  erase(id: string): Promise<boolean>
}

export function createStripeCustomers(stripe: () => Stripe): Customers {
  return {
    async create({ memberId, email, name, insteadOf }) {
      const given = { email, ...(name !== '' && { name }), metadata: { member_id: memberId } }
      const key = ['customer', memberId, insteadOf].filter(Boolean).join(':')
      const { id } = await callOnce('customer', key, (options) => stripe().customers.create(given, options))
      return id
    },

    async find(id) {
      const customer = await callWithTimeLimit('customer', stripe().customers.retrieve(id)).catch((error: unknown) =>
        error instanceof MissingPermission ? undefined : ignoreMissing(error),
      )
      if (customer === undefined || customer.deleted) return undefined
      return { memberId: customer.metadata['member_id'], email: customer.email ?? undefined }
    },

    async changeEmail(id, email) {
      await callWithTimeLimit('customer', stripe().customers.update(id, { email })).catch(ignoreMissing)
    },

    async erase(id) {
      const erased = await callWithTimeLimit('customer', stripe().customers.del(id)).catch(ignoreMissing)
      if (erased) return true
      const known = await callWithTimeLimit('customer', stripe().customers.retrieve(id)).catch(ignoreMissing)
      return known?.deleted === true
    },
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof ProviderRejection && error.providerCode === 'resource_missing')) throw error
}

/** A payment can't be opened for this customer, but it can be for another customer or without one. */
export class UnusableCustomerError extends Error {
  /** If true, the API key has no permission for customers. Otherwise, the provider has no such customer. */
  readonly isRightMissing: boolean

  constructor(cause: unknown) {
    super('Stripe rejected a payment for this customer', { cause })
    this.isRightMissing = cause instanceof MissingPermission
  }
}

/**
 * Throws `UnusableCustomerError` if the customer is the reason for the failure, so that callers can handle it
 * separately.
 */
export function throwIfUnusableCustomer(error: unknown): void {
  const isMissing =
    error instanceof ProviderRejection && error.providerCode === 'resource_missing' && error.param === 'customer'
  if (isMissing || error instanceof MissingPermission) throw new UnusableCustomerError(error)
}

/**
 * Returns the problem that the operator must fix after a payment was opened without its buyer, because the provider
 * rejected the customer. Contains only the codes of the rejection, because the provider's message may repeat the
 * buyer's address.
 */
export function toUnnamedCustomerProblem(error: unknown): ProviderUnavailable {
  const cause = error instanceof UnusableCustomerError ? error.cause : error
  if (cause instanceof MissingPermission) {
    const said = cause.cause instanceof ProviderRejection ? cause.cause.reason : ''
    return new MissingPermission(cause, {
      kind: 'customers',
      sentence: `Stripe's secret key is not allowed to write Customers, so Stripe won't show who paid: ${said} Give the key that permission in the Stripe Dashboard (Developers, API keys), and run: npm run academy -- doctor`,
    })
  }
  const why =
    cause instanceof ProviderRejection
      ? `Stripe rejected a request to create a customer record (${cause.providerCode ?? 'without a code'}${cause.param === undefined ? '' : `, about ${cause.param}`}, request ${cause.requestId})`
      : 'Stripe could not create a customer'
  return new ProviderUnavailable(cause, {
    kind: `customers:${cause instanceof ProviderRejection ? cause.providerCode : 'failure'}`,
    sentence: `Stripe won't show who paid, because ${why}. Buyers can still pay. Look up the request in the Stripe Dashboard (Developers, Logs).`,
  })
}
