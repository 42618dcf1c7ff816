import { useEffect, useEffectEvent, useState } from 'react'
import { getFieldErrors } from '#web/client/actions.ts'
import { readLinkCoupon } from '#web/client/link-coupon.ts'

/**
 * Applies the coupon from a link once, as if it had been typed. Until it is applied, no price is certain. `problem`
 * says why the coupon can't be used. The buyer can still buy without it.
 */
export function useAppliedLinkCoupon({ isFree, apply }: { isFree: boolean; apply: (code: string) => Promise<void> }) {
  // This can read `location`, because the form is never rendered on the server.
  const [code] = useState(() => readLinkCoupon(location.search))
  const [isApplying, setApplying] = useState(code !== undefined && !isFree)
  const [problem, setProblem] = useState<string>()
  const applyOnce = useEffectEvent(async () => {
    if (code === undefined || isFree) return
    try {
      await apply(code)
    } catch (error) {
      setProblem(describeLinkCouponError(error, code))
    } finally {
      setApplying(false)
    }
  })
  useEffect(() => {
    // The timer prevents two requests in development, where React runs effects twice.
    const timer = setTimeout(() => void applyOnce())
    return () => clearTimeout(timer)
  }, [])
  return { isApplying, problem }
}

export function describeLinkCouponError(error: unknown, code: string): string {
  const refusal = getFieldErrors(error)['coupon']
  return refusal === undefined
    ? `We couldn’t apply coupon ${code}. To try again, press “Have a coupon?”.`
    : `${refusal} You can still buy at the regular price.`
}
