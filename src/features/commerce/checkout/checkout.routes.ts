import type { FastifyInstance } from 'fastify'
import { findMember } from '#features/people/accounts/accounts.public.ts'
import { confirmPayment } from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { TaxAddress } from '#platform/payment-taxes.ts'
import { type Call, serve } from '#platform/http/serve.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { type Kind, KIND_NAMES } from '#shared/kinds.ts'
import { cents, decimalOf } from '#shared/money.ts'
import * as contract from './checkout.contract.ts'
import { enrollFree } from './free-enrollment.service.ts'
import { openPayment } from './open-payment.service.ts'
import { askPrice, type Price } from './pricing.service.ts'

type Paying = Pick<Call<(typeof contract.paymentOpenings)[Kind]>, 'member' | 'body' | 'request'>

export function checkoutRoutes(app: FastifyInstance, deps: Deps): void {
  const open = async (kind: Kind, { member, body, request }: Paying) => {
    const { courseId: slug, coupon, address, total } = body
    const choice = { kind, slug, coupon, from: request.ip, address: address && addressOf(address), total }
    const { clientSecret, purchaseId } = await openPayment(deps, member.id, choice)
    return { clientSecret, myDocsID: purchaseId }
  }
  const confirm = async (
    kind: Kind,
    memberId: string,
    params: { myDocsID: string; paymentIntentId: string },
  ): Promise<ReplyOf<(typeof contract.paymentConfirmations)[Kind]>> => {
    const payment = { kind, purchaseId: params.myDocsID, intentId: params.paymentIntentId }
    const { orderNumber, ...confirmed } = await confirmPayment(deps, memberId, payment)
    if (confirmed.response !== 'SUCCESS') return confirmed
    const member = await findMember(deps.db, memberId)
    return { ...confirmed, order_number: orderNumber, ...(member && { receipt_to: member.email }) }
  }

  // The kind comes from the address: buying a podcast through the document's call is refused.
  for (const kind of KIND_NAMES) serve(app, contract.paymentOpenings[kind], (call) => open(kind, call))
  for (const kind of KIND_NAMES)
    serve(app, contract.paymentConfirmations[kind], ({ member, params }) => confirm(kind, member.id, params))

  serve(app, contract.enroll, async ({ member, body: { productId: slug, coupon }, request }) => ({
    myDocsID: await enrollFree(deps, member.id, { slug, coupon, from: request.ip }),
  }))
  serve(app, contract.readPrice, async ({ member, body: { productId: slug, coupon, address }, request }) => {
    const choice = { kind: undefined, slug, coupon, from: request.ip, address: address && addressOf(address) }
    return priceReply(await askPrice(deps, member.id, choice))
  })
}

function priceReply({ quoted, tax }: Price): ReplyOf<typeof contract.readPrice> {
  return {
    list_price: decimalOf(cents(quoted.listPriceCents)),
    discount: decimalOf(cents(quoted.discountCents)),
    price: decimalOf(cents(quoted.priceCents)),
    tax: tax ? decimalOf(cents(tax.taxCents)) : null,
    total: decimalOf(cents(quoted.priceCents + (tax?.taxCents ?? 0))),
    coupon: quoted.coupon?.code ?? null,
  }
}

function addressOf({ country, postal_code: postalCode }: { country: string; postal_code: string }): TaxAddress {
  return { country, postalCode }
}
