import { useEffect, useState } from 'react'
import { formatDollars } from '#shared/format-dollars.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { OFFER_ANCHOR } from '#features/foundation/products/ui/offer-card.tsx'

type PriceBarProps = {
  price: string
  action: string
  /** Whether the bar is also shown on wide screens, because the offer scrolls out of view there, too. */
  everywhere: boolean
}

/**
 * Shows the price and a button at the bottom of the screen while the offer is out of view. At the end of the page, the
 * bar has its own space above the footer, so that it covers nothing there. Focused elements scroll to above the bar
 * (theme.css).
 */
export function PriceBar({ price, action, everywhere }: PriceBarProps) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const offer = document.getElementById(OFFER_ANCHOR)
    if (!offer) return
    const observer = new IntersectionObserver(([seen]) => setShown(seen?.isIntersecting === false))
    observer.observe(offer)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      inert={!isShown}
      className={classes(
        'price-bar sticky bottom-0 z-30 mt-8 border-t border-line bg-surface print:hidden',
        !everywhere && 'md:hidden',
        !isShown && 'invisible',
      )}
    >
      <div className="mx-auto flex max-w-[75rem] flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <p className="money font-serif text-xl font-semibold">{formatDollars(price)}</p>
        <ButtonAnchor href={`#${OFFER_ANCHOR}`} variant="buy" className="grow sm:grow-0">
          {action}
        </ButtonAnchor>
      </div>
    </div>
  )
}
