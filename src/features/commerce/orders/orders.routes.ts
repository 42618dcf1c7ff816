import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { billingOfMember, changeBilling } from './billing.service.ts'
import { listOrders, readBillingDetails, readCreditNote, readInvoice, saveBillingDetails } from './orders.contract.ts'
import { creditNoteOfMember, invoiceOfMember, ordersOfMember } from './orders.service.ts'

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listOrders, ({ member }) => ordersOfMember(deps, member.id))
  serve(app, readInvoice, ({ member, params }) => invoiceOfMember(deps, member.id, params.orderNumber))
  serve(app, readCreditNote, ({ member, params }) => creditNoteOfMember(deps, member.id, params))

  serve(app, readBillingDetails, ({ member }) => billingOfMember(deps, member.id))
  serve(app, saveBillingDetails, ({ member, body }) => changeBilling(deps, member.id, body))
}
