import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import type { TaxAddress } from '#platform/payment-taxes.ts'
import { serve } from '#platform/http/serve.ts'
import type { z } from 'zod'
import * as contract from './checkout.contract.ts'
import type { Kind } from './checkout.rules.ts'
import { confirmPayment, enrollFree, openPayment, priceOf } from './checkout.service.ts'
import { tellOperator } from './operator.jobs.ts'
import { recordTax, reverseTax } from './tax.jobs.ts'
import { recordSale, reverseSale } from './tax.service.ts'

export function checkoutRoutes(app: FastifyInstance, deps: Deps): void {
  deps.jobs.handle(recordTax, async ({ purchaseId }) => void (await recordSale(deps, purchaseId)))
  deps.jobs.handle(reverseTax, (refund) => reverseSale(deps, refund))

  deps.jobs.handle(tellOperator, async ({ sentence, facts }) => deps.log.error(facts, sentence))

  const open = async (
    kind: Kind,
    memberId: string,
    { courseId: slug, coupon, address, total }: z.output<typeof contract.payCourse.body>,
  ) => {
    const choice = { kind, slug, coupon, address: address && addressOf(address), total }
    const { clientSecret, purchaseId } = await openPayment(deps, memberId, choice)
    return { clientSecret, myDocsID: purchaseId }
  }
  const confirm = (kind: Kind, memberId: string, params: { myDocsID: string; paymentIntentId: string }) =>
    confirmPayment(deps, memberId, { kind, purchaseId: params.myDocsID, intentId: params.paymentIntentId })

  // The kind comes from the address: buying a podcast through the document's call is refused.
  serve(app, contract.payCourse, ({ member, body }) => open('course', member.id, body))
  serve(app, contract.payPodcast, ({ member, body }) => open('podcast', member.id, body))
  serve(app, contract.payDocument, ({ member, body }) => open('document', member.id, body))

  serve(app, contract.confirmCourse, ({ member, params }) => confirm('course', member.id, params))
  serve(app, contract.confirmPodcast, ({ member, params }) => confirm('podcast', member.id, params))
  serve(app, contract.confirmDocument, ({ member, params }) => confirm('document', member.id, params))

  serve(app, contract.enroll, async ({ member, body }) => ({
    myDocsID: await enrollFree(deps, member.id, { slug: body.productId, coupon: body.coupon }),
  }))
  serve(app, contract.readPrice, ({ member, body: { productId: slug, coupon, address } }) =>
    priceOf(deps, member.id, { slug, coupon, address: address && addressOf(address) }),
  )
}

function addressOf({ country, postal_code: postalCode }: { country: string; postal_code: string }): TaxAddress {
  return { country, postalCode }
}
