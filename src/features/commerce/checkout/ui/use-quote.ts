import { useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { readPrice } from '../checkout.contract.ts'

export type Address = { country: string; postal_code: string }

export type Choice = { coupon?: string | undefined; address?: Address | undefined }

export type QuoteReply = EndpointReply<typeof readPrice>

/**
 * Loads the server's price for a product with a coupon and an address. `quoted` is undefined until the buyer enters
 * either of them. `onQuoted` is called with every new quote.
 */
export function useQuote(productId: string, onQuoted: (quoted: QuoteReply | undefined) => void) {
  const [choice, setChoice] = useState<Choice>({})
  const [quoted, setQuoted] = useState<QuoteReply>()

  /** Requests a new quote. If that fails, throws and changes nothing. */
  const ask = async (next: Choice) => {
    const reply = await call<typeof readPrice>('POST /Academy/api/checkout/price/', { body: { productId, ...next } })
    setChoice({ ...next, coupon: reply.coupon ?? undefined })
    setQuoted(reply)
    onQuoted(reply)
  }

  const change = async (next: Choice) => {
    if (next.coupon !== undefined || next.address) return ask(next)
    setChoice({})
    setQuoted(undefined)
    onQuoted(undefined)
  }

  return { choice, quoted, change, refresh: () => ask(choice) }
}
