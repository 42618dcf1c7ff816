import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import type { TaxAddress } from '#platform/payment-taxes.ts'
import { type Call, serve } from '#platform/http/serve.ts'
import { type Kind, KIND_NAMES } from '#shared/kinds.ts'
import * as contract from './checkout.contract.ts'
import { confirmPayment, enrollFree, openPayment, priceOf } from './checkout.service.ts'
import { lookForStrays } from './strays.jobs.ts'
import { tellStrays } from './strays.service.ts'
import { recordTax, reverseTax } from './tax.jobs.ts'
import { recordSale, reverseSale } from './tax.service.ts'

type Paying = Pick<Call<(typeof contract.paymentOpenings)[Kind]>, 'member' | 'body' | 'request'>

export function checkoutRoutes(app: FastifyInstance, deps: Deps): void {
  deps.jobs.handle(recordTax, async ({ purchaseId }) => void (await recordSale(deps, purchaseId)))
  deps.jobs.handle(reverseTax, (refund) => reverseSale(deps, refund))
  deps.jobs.repeat(lookForStrays, '41 7 * * *', () => tellStrays(deps))

  const open = async (kind: Kind, { member, body, request }: Paying) => {
    const { courseId: slug, coupon, address, total } = body
    const choice = { kind, slug, coupon, from: request.ip, address: address && addressOf(address), total }
    const { clientSecret, purchaseId } = await openPayment(deps, member.id, choice)
    return { clientSecret, myDocsID: purchaseId }
  }
  const confirm = (kind: Kind, memberId: string, params: { myDocsID: string; paymentIntentId: string }) =>
    confirmPayment(deps, memberId, { kind, purchaseId: params.myDocsID, intentId: params.paymentIntentId })

  // The kind comes from the address: buying a podcast through the document's call is refused.
  for (const kind of KIND_NAMES) serve(app, contract.paymentOpenings[kind], (call) => open(kind, call))
  for (const kind of KIND_NAMES)
    serve(app, contract.paymentConfirmations[kind], ({ member, params }) => confirm(kind, member.id, params))

  serve(app, contract.enroll, async ({ member, body: { productId: slug, coupon }, request }) => ({
    myDocsID: await enrollFree(deps, member.id, { slug, coupon, from: request.ip }),
  }))
  serve(app, contract.readPrice, ({ member, body: { productId: slug, coupon, address }, request }) =>
    priceOf(deps, member.id, { slug, coupon, address: address && addressOf(address), from: request.ip }),
  )
}

function addressOf({ country, postal_code: postalCode }: { country: string; postal_code: string }): TaxAddress {
  return { country, postalCode }
}
