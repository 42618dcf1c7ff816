import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  sendDispute,
  sendReceipt,
  sendRefund,
  tellDispute,
  tellFailedRefund,
  tellOperator,
  tellSale,
} from '#features/checkout/checkout.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { AppError } from '#shared/app-error.ts'
import { listOrders } from './orders.contract.ts'
import { mailDisputeNotice, mailFailedRefund, mailSale, mailTrouble } from './operator.service.ts'
import { invoiceOfMember, mailDispute, mailReceipt, mailRefund, ordersOfMember } from './orders.service.ts'

const Params = z.object({ orderNumber: z.string() })

/** Its answer is a file, so it is not declared; the call that lists the orders tells of it. */
const INVOICE = { config: { access: 'member' }, compress: false, schema: { hide: true } } as const

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  deps.jobs.handle(sendReceipt, ({ purchaseId }) => mailReceipt(deps, purchaseId))
  deps.jobs.handle(sendRefund, (refund) => mailRefund(deps, refund))
  deps.jobs.handle(sendDispute, ({ purchaseId }) => mailDispute(deps, purchaseId))
  deps.jobs.handle(tellSale, ({ purchaseId }) => mailSale(deps, purchaseId))
  deps.jobs.handle(tellDispute, ({ purchaseId, dueAt }) => mailDisputeNotice(deps, purchaseId, dueAt))
  deps.jobs.handle(tellFailedRefund, ({ purchaseId }) => mailFailedRefund(deps, purchaseId))
  deps.jobs.handle(tellOperator, (trouble) => mailTrouble(deps, trouble))

  serve(app, listOrders, ({ member }) => ordersOfMember(deps, member.id))

  app.get('/Academy/api/account/orders/:orderNumber/invoice/', INVOICE, async (request, reply) => {
    if (!request.caller) throw new AppError('sign_in_required', 'Please log in.')
    const { orderNumber } = Params.parse(request.params)
    const { name, content } = await invoiceOfMember(deps, request.caller.id, orderNumber)
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${name}"`,
      })
      .send(content)
  })
}
