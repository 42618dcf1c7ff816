import { requireSecretKey } from './access.ts'
import type { Calls } from './call.ts'
import { createCustomer, getCustomer, deleteCustomer, updateCustomer } from './customers.ts'
import { notFound } from './errors.ts'
import { CustomerUpdate, NewCustomer, NoParams, parseParams, ReadParams } from './params.ts'
import type { State } from './state.ts'

export function customerRoutes({ post, get, remove }: Calls, state: State): void {
  post('/v1/customers', ({ access, form, changes }) => {
    requireSecretKey(access)
    const { email, name, description, metadata } = parseParams(NewCustomer, form)
    return createCustomer(changes, { email, name, description, metadata })
  })

  get('/v1/customers/:id', ({ access, id, form }) => {
    requireSecretKey(access)
    parseParams(ReadParams, form)
    const found = state.customer(id)
    if (!found) throw notFound('customer', id)
    return found
  })

  post('/v1/customers/:id', ({ access, id, form, changes }) => {
    requireSecretKey(access)
    const { email, name, description, metadata } = parseParams(CustomerUpdate, form)
    const given = { email, name, description, ...(metadata && { metadata }) }
    return updateCustomer(changes, getCustomer(state, id), given)
  })

  remove('/v1/customers/:id', ({ access, id, form, changes }) => {
    requireSecretKey(access)
    parseParams(NoParams, form)
    return deleteCustomer(changes, getCustomer(state, id))
  })
}
