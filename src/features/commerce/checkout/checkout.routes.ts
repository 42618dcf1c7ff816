import type { FastifyInstance } from 'fastify'
import { findMember } from '#features/people/accounts/accounts.public.ts'
import { confirmPayment } from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { TaxAddress } from '#platform/payment-taxes.ts'
import { type Call, registerEndpoint } from '#platform/http/register-endpoint.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { type Kind, KIND_NAMES } from '#shared/kinds.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import * as contract from './checkout.contract.ts'
import { enrollFree } from './free-enrollment.service.ts'
import { openPayment } from './open-payment.service.ts'
import { getLinkPrice, getPrice, type Price } from './pricing.service.ts'

type PaymentCall = Pick<Call<(typeof contract.openPaymentEndpoints)[Kind]>, 'member' | 'body' | 'request'>

export function checkoutRoutes(app: FastifyInstance, deps: Deps): void {
  const open = async (kind: Kind, { member, body, request }: PaymentCall) => {
    const { courseId: slug, coupon, address, total } = body
    const choice = { kind, slug, coupon, from: request.ip, address: address && toTaxAddress(address), total }
    const { clientSecret, purchaseId } = await openPayment(deps, member.id, choice)
    return { clientSecret, myDocsID: purchaseId }
  }
  const confirm = async (
    kind: Kind,
    memberId: string,
    params: { myDocsID: string; paymentIntentId: string },
  ): Promise<EndpointReply<(typeof contract.confirmPaymentEndpoints)[Kind]>> => {
    const payment = { kind, purchaseId: params.myDocsID, intentId: params.paymentIntentId }
    const { orderNumber, ...confirmed } = await confirmPayment(deps, memberId, payment)
    if (confirmed.response !== 'SUCCESS') return confirmed
    const member = await findMember(deps.db, memberId)
    return { ...confirmed, order_number: orderNumber, ...(member && { receipt_to: member.email }) }
  }

  // The URL contains the kind, so a podcast can't be bought through the endpoint for documents.
  for (const kind of KIND_NAMES) registerEndpoint(app, contract.openPaymentEndpoints[kind], (call) => open(kind, call))
  for (const kind of KIND_NAMES)
    registerEndpoint(app, contract.confirmPaymentEndpoints[kind], ({ member, params }) =>
      confirm(kind, member.id, params),
    )

  registerEndpoint(app, contract.enroll, async ({ member, body: { productId: slug, coupon }, request }) => ({
    myDocsID: await enrollFree(deps, member.id, { slug, coupon, from: request.ip }),
  }))
  registerEndpoint(app, contract.readPrice, async ({ member, body: { productId: slug, coupon, address }, request }) => {
    const choice = { kind: undefined, slug, coupon, from: request.ip, address: address && toTaxAddress(address) }
    return toPriceReply(await getPrice(deps, member.id, choice))
  })
  registerEndpoint(app, contract.readLinkPrice, async ({ body: { productId: slug, coupon }, request }) => {
    const quoted = await getLinkPrice(deps, { slug, coupon, from: request.ip })
    return {
      list_price: formatDecimal(cents(quoted.listPriceCents)),
      price: formatDecimal(cents(quoted.priceCents)),
      coupon: quoted.coupon?.code ?? coupon,
    }
  })
}

function toPriceReply({ quoted, tax }: Price): EndpointReply<typeof contract.readPrice> {
  return {
    list_price: formatDecimal(cents(quoted.listPriceCents)),
    discount: formatDecimal(cents(quoted.discountCents)),
    price: formatDecimal(cents(quoted.priceCents)),
    tax: tax ? formatDecimal(cents(tax.taxCents)) : null,
    total: formatDecimal(cents(quoted.priceCents + (tax?.taxCents ?? 0))),
    coupon: quoted.coupon?.code ?? null,
  }
}

function toTaxAddress({ country, postal_code: postalCode }: { country: string; postal_code: string }): TaxAddress {
  return { country, postalCode }
}
