import { invalidRequest, notFound } from './errors.ts'
import { type Customer, type DeletedCustomer, newCustomer, type NewCustomer } from './objects.ts'
import type { Changes, State } from './state.ts'

export function createCustomer(changes: Changes, given: NewCustomer): Customer {
  const customer = newCustomer(given, changes.now)
  changes.saveCustomer(customer)
  changes.emit('customer.created', customer)
  return customer
}

/** Metadata is merged; an empty value removes its key. */
export function updateCustomer(changes: Changes, customer: Customer, given: Partial<NewCustomer>): Customer {
  const { email = customer.email, name = customer.name, description = customer.description } = given
  const merged = Object.entries({ ...customer.metadata, ...given.metadata }).filter(([, value]) => value !== '')
  const updated: Customer = { ...customer, email, name, description, metadata: Object.fromEntries(merged) }
  changes.saveCustomer(updated)
  changes.emit('customer.updated', updated)
  return updated
}

export function deleteCustomer(changes: Changes, customer: Customer): DeletedCustomer {
  const { id, object } = customer
  const deleted: DeletedCustomer = { id, object, deleted: true }
  changes.saveCustomer(deleted)
  changes.emit('customer.deleted', customer)
  return deleted
}

/** An existing customer; a deleted one is rejected as unknown. */
export function getCustomer(state: State, id: string): Customer {
  const customer = findUsableCustomer(state, id)
  if (!customer) throw notFound('customer', id)
  return customer
}

/** Throws the error for a customer ID in a parameter, which differs from the error for one in the URL. */
export function requireCustomer(state: State, id: string): void {
  if (findUsableCustomer(state, id)) return
  throw invalidRequest(`No such customer: '${id}'`, { code: 'resource_missing', param: 'customer' })
}

function findUsableCustomer(state: State, id: string): Customer | undefined {
  const found = state.customer(id)
  return found && 'deleted' in found ? undefined : found
}
