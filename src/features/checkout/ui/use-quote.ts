import { useState } from 'react'
import type { ReplyOf } from '#shared/endpoint.ts'
import { call } from '#web/api.ts'
import type { readPrice } from '../checkout.contract.ts'

export type Address = { country: string; postal_code: string }

/** What a buyer has said beside the item itself. */
export type Order = { coupon?: string | undefined; address?: Address | undefined }

export type Quoted = ReplyOf<typeof readPrice>

/** What an item costs with what was said, as the server reckons it; `quoted` is undefined while nothing was said, and `onQuoted` hears of each. */
export function useQuote(productId: string, onQuoted: (quoted: Quoted | undefined) => void) {
  const [order, setOrder] = useState<Order>({})
  const [quoted, setQuoted] = useState<Quoted>()

  /** Throws when that order can't be had, and leaves everything as it was. */
  const ask = async (next: Order) => {
    const reply = await call<typeof readPrice>('POST /Academy/api/checkout/price/', { body: { productId, ...next } })
    setOrder({ ...next, coupon: reply.coupon ?? undefined })
    setQuoted(reply)
    onQuoted(reply)
  }

  const change = async (next: Order) => {
    if (next.coupon !== undefined || next.address) return ask(next)
    setOrder({})
    setQuoted(undefined)
    onQuoted(undefined)
  }

  return { order, quoted, change, refresh: () => ask(order) }
}
