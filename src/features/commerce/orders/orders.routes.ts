import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getBillingDetails, updateBillingDetails } from './billing.service.ts'
import { listOrders, readBillingDetails, readCreditNote, readInvoice, saveBillingDetails } from './orders.contract.ts'
import { getMemberCreditNote, getMemberInvoice, getMemberOrders } from './orders.service.ts'

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, listOrders, ({ member }) => getMemberOrders(deps, member.id))
  registerEndpoint(app, readInvoice, ({ member, params }) => getMemberInvoice(deps, member.id, params.orderNumber))
  registerEndpoint(app, readCreditNote, ({ member, params }) => getMemberCreditNote(deps, member.id, params))

  registerEndpoint(app, readBillingDetails, ({ member }) => getBillingDetails(deps, member.id))
  registerEndpoint(app, saveBillingDetails, ({ member, body }) => updateBillingDetails(deps, member.id, body))
}
