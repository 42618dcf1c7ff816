import { useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import type { readPrice } from '../checkout.contract.ts'

export type Address = { country: string; postal_code: string }

/** What a buyer has said beside the item itself. */
export type Choice = { coupon?: string | undefined; address?: Address | undefined }

export type QuoteReply = EndpointReply<typeof readPrice>

/**
 * What an item costs with the buyer's coupon and address, as the server works it out. `quoted` is undefined until the buyer has
 * given one of them; `onQuoted` is called with every new quote.
 */
export function useQuote(productId: string, onQuoted: (quoted: QuoteReply | undefined) => void) {
  const [choice, setChoice] = useState<Choice>({})
  const [quoted, setQuoted] = useState<QuoteReply>()

  /** Throws when the server refuses or can't be reached, and leaves everything as it was. */
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
