import { ProviderUnavailable } from '../payment-calls.ts'
import type { PaymentLists } from '../payment-lists.ts'
import type { Payments } from '../payments.ts'

/**
 * Makes an account behave as a former one. Once the provider rejects its key, nothing is found there anymore, so that
 * the other accounts still work. `doctor` reports such a key.
 */
export function createFormerAccount(account: Payments): Payments {
  const { readIntent, lists, customers } = account
  return {
    ...account,
    readIntent: (id) => readIntent(id).catch(unlessRejected(undefined)),
    lists: createFormerLists(lists),
    customers: {
      ...customers,
      find: (id) => customers.find(id).catch(unlessRejected(undefined)),
      changeEmail: (id, email) => customers.changeEmail(id, email).catch(unlessRejected(undefined)),
      erase: (id) => customers.erase(id).catch(unlessRejected(false)),
    },
  }
}

function createFormerLists(lists: PaymentLists): PaymentLists {
  return {
    paid: (since) => untilRejected(lists.paid(since)),
    details: (since, how) => untilRejected(lists.details(since, how)),
    written: (since) => untilRejected(lists.written(since)),
    events: (since, types) => lists.events(since, types).catch(unlessRejected([])),
  }
}

async function* untilRejected<Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page> {
  try {
    yield* pages
  } catch (error) {
    unlessRejected(undefined)(error)
  }
}

function unlessRejected<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof ProviderUnavailable && error.problem?.kind === 'key') return value
    throw error
  }
}
