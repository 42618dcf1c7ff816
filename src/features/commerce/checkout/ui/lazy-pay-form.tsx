import { type ComponentProps, lazy, Suspense } from 'react'
import { useIsSignedIn } from '#web/client/session.ts'
import { loadChunk } from '#web/client/chunks.ts'
import { useLinkCoupon } from '#web/client/link-coupon.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type LinkCouponPrice from './link-coupon-price.tsx'
import type { PayForm as LoadedPayForm } from './pay-form.tsx'

const LazyPayForm = lazy(async () => {
  const { PayForm } = await loadChunk(import('./pay-form.tsx'), 'pay-form.js')
  return { default: PayForm }
})

/** Loads the payment form on demand, so that visitors who can't buy don't download it. */
export function PayForm(props: ComponentProps<typeof LoadedPayForm>) {
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <LazyPayForm {...props} />
    </Suspense>
  )
}

// If this can't be loaded, the coupon is still applied after the login.
const LazyLinkCouponPrice = lazy(() => import('./link-coupon-price.tsx').catch(() => ({ default: () => null })))

/**
 * The price with a coupon, for visitors whose link contains one. No one else downloads this code. Members see the
 * coupon in the payment form.
 */
export function LinkCoupon(props: Omit<ComponentProps<typeof LinkCouponPrice>, 'code'>) {
  const code = useLinkCoupon()
  const isSignedIn = useIsSignedIn()
  if (code === undefined || isSignedIn) return null
  return (
    <Suspense>
      <LazyLinkCouponPrice {...props} code={code} />
    </Suspense>
  )
}
