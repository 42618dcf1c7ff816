import { useEffect, useEffectEvent, useState } from 'react'
import { getFieldErrors } from '#web/client/actions.ts'
import { readLinkCoupon } from '#web/client/link-coupon.ts'

/**
 * Applies the coupon of a link once, as if it had been typed. While it is being applied, no price is certain. `problem`:
 * why it can't be used, which does not prevent buying.
 */
export function useAppliedLinkCoupon({ isFree, apply }: { isFree: boolean; apply: (code: string) => Promise<void> }) {
  // The form is never rendered on the server.
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
    // Not twice in development, where effects run twice.
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
