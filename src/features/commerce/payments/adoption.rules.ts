import { isUuid } from '#shared/ids.ts'

type SaleMetadata = {
  productId: string
  listPriceCents: number
  taxCents: number
  taxPercent: string | null
  taxState: string | null
  taxCountry: string | null
  taxPostalCode: string | null
  taxCalculationId: string | null
  couponId: string | null
  couponCode: string | null
}

/**
 * Returns order details that are stored with the payment, in addition to the order number. With them, the order can be
 * created again after an older backup is restored.
 */
export function toSaleMetadata(sold: SaleMetadata): Record<string, string> {
  const tax = {
    tax: String(sold.taxCents),
    tax_percent: sold.taxPercent,
    tax_state: sold.taxState,
    tax_country: sold.taxCountry,
    tax_postal_code: sold.taxPostalCode,
    tax_calculation: sold.taxCalculationId,
  }
  const details = Object.entries({
    product_id: sold.productId,
    list_price: String(sold.listPriceCents),
    coupon_id: sold.couponId,
    coupon: sold.couponCode,
    // If tax was calculated as $0.00, that is stored, too.
    ...(sold.taxCalculationId !== null && tax),
  })
  return Object.fromEntries(details.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** Reads what `toSaleMetadata` wrote. Payments that earlier versions opened have only an amount. */
export function parseSaleMetadata(metadata: Readonly<Record<string, string>>, amount: number) {
  const cents = (name: string) => (/^\d{1,9}$/.test(metadata[name] ?? '') ? Number(metadata[name]) : undefined)
  const calculation = metadata['tax_calculation']
  const taxCents = calculation === undefined ? 0 : Math.min(cents('tax') ?? 0, amount)
  const priceCents = amount - taxCents
  const listPriceCents = Math.max(cents('list_price') ?? priceCents, priceCents)
  const readId = (name: string) => (isUuid(metadata[name] ?? '') ? metadata[name] : undefined)
  return {
    productId: readId('product_id'),
    couponId: readId('coupon_id'),
    couponCode: metadata['coupon'] ?? null,
    orderNumber: /^[0-9A-F]{12}$/.test(metadata['order_number'] ?? '') ? metadata['order_number'] : undefined,
    listPriceCents,
    discountCents: listPriceCents - priceCents,
    priceCents,
    taxCents,
    ...(calculation !== undefined && {
      taxPercent: metadata['tax_percent'] ?? null,
      taxState: metadata['tax_state'] ?? null,
      taxCountry: metadata['tax_country'] ?? null,
      taxPostalCode: metadata['tax_postal_code'] ?? null,
      taxCalculationId: calculation,
    }),
  }
}
