import { loginAddress, type PageAddress, registerAddress } from '#shared/pages.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Kind, getProductPage } from '#shared/kinds.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { DisputedNotice } from '#web/shell/disputed-notice.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LicenseNote } from './license-note.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PaymentNotes } from './payment-notes.tsx'
import { RefundLink } from './refund-link.tsx'
import type { ViewerKind } from '#web/client/load-state.ts'
import { formatCouponQuery, useLinkCoupon } from '#web/client/link-coupon.ts'
import { useIsSignedIn } from '#web/client/session.ts'
import { useSite } from '#web/shell/site.ts'
import { Spinner } from '#web/ui/spinner.tsx'

type OfferCardProps = {
  kind: Kind
  slug: string
  name: string
  price: string
  isPurchased?: boolean
  /** True while the buyer's payment is disputed. Then access is paused, and an explanation replaces the offer. */
  isDisputed?: boolean
  /**
   * The kind of viewer for whom `isPurchased` was determined. Undefined in the server-rendered view, which is the same
   * for everyone.
   */
  seenAs: ViewerKind | undefined
  note?: string | undefined
  /** What the price includes. Shown next to the offer. */
  summary?: ReactNode
  owned?: ReactNode
  /** For visitors: the price with the coupon from the link. */
  coupon?: (onQuoted: (quoted: QuotedPrice | undefined) => void) => ReactNode
  /** The card form, for members who can buy. It reports the amount to pay if that might differ from the price. */
  children: (onQuoted: (quoted: QuotedPrice | undefined) => void) => ReactNode
}

/**
 * The anchor of the buy section. When visitors return to it after logging in or registering, it is scrolled into view
 * and focused.
 */
export const OFFER_ANCHOR = 'buy'

export const OFFER_CLASS = '@container rounded-card outline-none border border-line bg-surface p-5 sm:p-6'

type QuotedPrice = { list_price: string; total: string }

/**
 * The card next to the description of a product. Depending on the viewer, it says that they have bought the product,
 * takes a payment, or asks them to log in. It offers payment only once it is known that the member has not bought the
 * product.
 */
export function OfferCard(props: OfferCardProps) {
  const { kind, slug, name, price, isPurchased = false, seenAs, note, summary, owned, coupon, children } = props
  const isSignedIn = useIsSignedIn()
  const linkCoupon = useLinkCoupon()
  const isDisputed = isSignedIn && props.isDisputed === true
  const [quoted, setQuoted] = useState<QuotedPrice>()
  const { revalidate, state } = useRevalidator()
  const isOffered = (!isPurchased && !isDisputed) || !isSignedIn
  const isPayable = isSignedIn && seenAs === 'member'
  // The academy can't charge cards yet, but free products need no card.
  const isClosed = useSite()?.cards.provider === 'none' && Number(price) > 0

  // The visitor has logged in on another tab, so this page is outdated.
  const isOutdated = isSignedIn && seenAs === 'stranger'
  useEffect(() => {
    if (isOutdated) void revalidate()
  }, [isOutdated, revalidate])

  return (
    <section id={OFFER_ANCHOR} tabIndex={-1} aria-label={`Buy this ${kind}`} className={OFFER_CLASS}>
      {note && !isDisputed && <p className="mb-4 font-semibold">{note}</p>}
      {isDisputed && <DisputedNotice />}
      {!isOffered && !isDisputed && owned}
      {isOffered && (
        // On tablets the card is wide, so two buttons fit next to the description, but a form goes below it.
        <div className={classes('grid grid-cols-1 gap-4', !isPayable && '@xl:grid-cols-2 @xl:items-center @xl:gap-8')}>
          <OfferTerms kind={kind} name={name} summary={summary} isPayable={isPayable}>
            <Price {...(quoted ?? { list_price: price, total: price })} isAtEnd={isPayable} />
          </OfferTerms>
          {isClosed ? (
            <Notice kind="info">Purchases open soon.</Notice>
          ) : isPayable ? (
            <div className="flex flex-col gap-3">
              {children(setQuoted)}
              <PaymentNotes kind={kind} price={price} />
            </div>
          ) : isSignedIn && seenAs === 'unknown' ? (
            <Notice
              kind="error"
              action={
                <Button variant="quiet" busy={state === 'loading'} onClick={() => void revalidate()}>
                  Try again
                </Button>
              }
            >
              We couldn’t check whether you already have this {kind}. Try again in a moment.
            </Notice>
          ) : (
            <div className="flex flex-col gap-3">
              {Number(price) > 0 && coupon?.(setQuoted)}
              <PaymentOptions
                address={`${getProductPage(kind, slug)}${formatCouponQuery(linkCoupon)}#${OFFER_ANCHOR}`}
                isAsking={isSignedIn}
              />
              <PaymentNotes kind={kind} price={price} />
            </div>
          )}
        </div>
      )}
    </section>
  )
}

type OfferTermsProps = Pick<OfferCardProps, 'kind' | 'name' | 'summary'> & { isPayable: boolean; children: ReactNode }

/** What the price buys, and the price. */
export function OfferTerms({ kind, name, summary, isPayable, children: price }: OfferTermsProps) {
  return (
    <div
      className={classes(
        'grid grid-cols-1 gap-x-8 gap-y-2 sm:gap-y-3',
        isPayable && '@xl:grid-cols-[1fr_auto] @xl:items-baseline',
      )}
    >
      <div className="flex flex-col gap-2 sm:gap-3">
        <p className="text-balance max-sm:text-xs max-sm:text-muted sm:font-semibold">{name}</p>
        {summary}
      </div>
      {price}
      <LicenseNote what={`this ${kind}`} className="col-span-full" />
    </div>
  )
}

/**
 * Login and registration buttons for visitors. The registration button is the prominent one, because most visitors have
 * no account yet. While the page finds out whether the viewer has bought the product, 'Loading...' replaces the buttons
 * at the same size. In the server-rendered page, `first-load.ts` controls this with an attribute of the root element.
 */
export function PaymentOptions({ address, isAsking }: { address: string; isAsking: boolean }) {
  return (
    <div className="relative print:hidden" data-asking={isAsking || undefined}>
      <p
        role="status"
        className="absolute inset-0 flex items-center justify-center gap-2 text-sm text-muted not-in-data-asking:hidden"
      >
        <Spinner /> Loading...
      </p>
      <div className="flex flex-col gap-2 in-data-asking:invisible">
        <ButtonLink to={loginAddress(address)} variant="quiet" wide>
          Login To Pay
        </ButtonLink>
        <p className="text-center text-xs font-semibold text-muted">OR</p>
        <ButtonLink to={registerAddress(address)} variant="buy" wide>
          Register To Pay
        </ButtonLink>
      </div>
    </div>
  )
}

/** The amount to pay, and the refund period. If the amount is lower than the price, the price is shown struck through. */
export function Price({ list_price: price, total, isAtEnd }: QuotedPrice & { isAtEnd: boolean }) {
  return (
    <div className={classes('flex flex-wrap items-baseline gap-x-3', isAtEnd && '@xl:flex-row-reverse')}>
      <p className="money flex flex-wrap items-baseline gap-x-3 font-serif text-2xl font-semibold">
        <span>{formatDollars(total)}</span>{' '}
        {Number(total) < Number(price) && (
          <s className="font-sans text-base font-normal text-muted">
            <span className="sr-only">regular price </span>
            {formatDollars(price)}
          </s>
        )}
      </p>
      {Number(price) > 0 && (
        <p className="ml-auto text-sm @xl:mx-0">
          <RefundLink />
        </p>
      )}
    </div>
  )
}

/** The text of an `OfferCard` for a member who bought the product, with a link to it. */
export function OwnedNotice({ text, to, action }: { text: string; to: PageAddress; action: string }) {
  return (
    <div className="grid gap-4 @xl:grid-cols-[1fr_auto] @xl:items-center @xl:gap-8">
      <p className="flex items-start gap-3 font-semibold">
        <Icon name="check-circle" className="mt-1 text-study-ink" />
        <span className="text-balance">{text}</span>
      </p>
      <ButtonLink to={to} variant="study" wide>
        {action}
      </ButtonLink>
    </div>
  )
}
