import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { AppError } from '#shared/app-error.ts'
import { billingOfMember, changeBilling } from './billing.service.ts'
import { listOrders, readBillingDetails, saveBillingDetails } from './orders.contract.ts'
import { creditNoteOfMember, invoiceOfMember, ordersOfMember, type PdfFile } from './orders.service.ts'

const Params = z.object({ orderNumber: z.string() })
const NoteParams = Params.extend({ id: z.string() })

/** These answer with a file, so they are not declared; the call that lists the orders tells of them. */
const PDF = { config: { access: 'member' }, compress: false, schema: { hide: true } } as const

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listOrders, ({ member }) => ordersOfMember(deps, member.id))

  serve(app, readBillingDetails, ({ member }) => billingOfMember(deps, member.id))
  serve(app, saveBillingDetails, ({ member, body }) => changeBilling(deps, member.id, body))

  app.get('/Academy/api/account/orders/:orderNumber/invoice/', PDF, async (request, reply) => {
    const { orderNumber } = Params.parse(request.params)
    return send(reply, await invoiceOfMember(deps, memberOf(request), orderNumber))
  })
  app.get('/Academy/api/account/orders/:orderNumber/credit-notes/:id/', PDF, async (request, reply) =>
    send(reply, await creditNoteOfMember(deps, memberOf(request), NoteParams.parse(request.params))),
  )
}

function memberOf({ caller }: FastifyRequest): string {
  if (!caller) throw new AppError('sign_in_required', 'Please log in.')
  return caller.id
}

function send(reply: FastifyReply, { name, content }: PdfFile): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"`,
    })
    .send(content)
}
