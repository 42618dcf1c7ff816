import { useEffect, useEffectEvent, useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { getFieldErrors } from '#web/client/actions.ts'
import { callAsVisitor } from '#web/client/api.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { readLinkPrice } from '../checkout.contract.ts'
import { describeLinkCouponError } from './use-link-coupon.ts'

type LinkCouponPriceProps = {
  productId: string
  code: string
  onQuoted: (quoted: { list_price: string; total: string } | undefined) => void
}

/** Shows a visitor the price with the coupon from the link, or why the coupon can't be used. */
export default function LinkCouponPrice({ productId, code, onQuoted }: LinkCouponPriceProps) {
  const [quoted, setQuoted] = useState<EndpointReply<typeof readLinkPrice>>()
  const [problem, setProblem] = useState<string>()
  const show = useEffectEvent((price: EndpointReply<typeof readLinkPrice> | undefined) => {
    setQuoted(price)
    onQuoted(price && { list_price: price.list_price, total: price.price })
  })
  useEffect(() => {
    let isShown = true
    callAsVisitor<typeof readLinkPrice>('POST /Academy/api/checkout/coupon/', { body: { productId, coupon: code } })
      .then((price) => isShown && show(price))
      .catch((error: unknown) => {
        // If the server said nothing about the coupon, it is tried again after the login.
        if (isShown && getFieldErrors(error)['coupon'] !== undefined) setProblem(describeLinkCouponError(error, code))
      })
    return () => {
      isShown = false
      // A member's price may be different.
      show(undefined)
    }
  }, [productId, code])
  if (problem !== undefined) return <Notice>{problem}</Notice>
  if (!quoted) return null
  return (
    <Notice kind="success">
      Coupon {quoted.coupon}: you pay {formatDollars(quoted.price)}.
    </Notice>
  )
}
