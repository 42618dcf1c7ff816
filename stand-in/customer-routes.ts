import { demandSecret } from './access.ts'
import type { Calls } from './call.ts'
import { createCustomer, customerOf, deleteCustomer, updateCustomer } from './customers.ts'
import { missing } from './errors.ts'
import { CustomerUpdate, NewCustomer, Nothing, read, Reading } from './params.ts'
import type { State } from './state.ts'

/** Who buys, as the shop names them. */
export function customerRoutes({ post, get, remove }: Calls, state: State): void {
  post('/v1/customers', ({ access, form, changes }) => {
    demandSecret(access)
    const { email, name, description, metadata } = read(NewCustomer, form)
    return createCustomer(changes, { email, name, description, metadata })
  })

  get('/v1/customers/:id', ({ access, id, form }) => {
    demandSecret(access)
    read(Reading, form)
    const found = state.customer(id)
    if (!found) throw missing('customer', id)
    return found
  })

  post('/v1/customers/:id', ({ access, id, form, changes }) => {
    demandSecret(access)
    const { email, name, description, metadata } = read(CustomerUpdate, form)
    const given = { email, name, description, ...(metadata && { metadata }) }
    return updateCustomer(changes, customerOf(state, id), given)
  })

  remove('/v1/customers/:id', ({ access, id, form, changes }) => {
    demandSecret(access)
    read(Nothing, form)
    return deleteCustomer(changes, customerOf(state, id))
  })
}
