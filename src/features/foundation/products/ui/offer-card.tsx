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
import { RefundNote } from './refund-note.tsx'
import type { ViewerKind } from '#web/client/load-state.ts'
import { useIsSignedIn } from '#web/client/session.ts'
import { Spinner } from '#web/ui/spinner.tsx'

type OfferCardProps = {
  kind: Kind
  slug: string
  name: string
  price: string
  isPurchased?: boolean
  /** Closed to its buyer while the payment is disputed: what happened is said in place of all that is offered. */
  isDisputed?: boolean
  /** Whose view `isPurchased` is of; without it, what the server rendered for everybody. */
  seenAs: ViewerKind | undefined
  /** Said first of all. */
  note?: string | undefined
  /** Shown to the owner. */
  owned?: ReactNode
  /** The card form, shown to members who can buy it. It tells what will be paid where that may not be the price. */
  children: (onQuoted: (quoted: QuotedPrice | undefined) => void) => ReactNode
}

/** Where on its page something is bought. Who was sent to log in or to register comes back to it: it is scrolled to, and has the focus. */
export const OFFER_ANCHOR = 'buy'

type QuotedPrice = { list_price: string; total: string }

/** The side card of something for sale: owned, to be paid, or to be paid after logging in. Nobody is asked to pay before it is known that they don't own it. */
export function OfferCard(props: OfferCardProps) {
  const { kind, slug, name, price, isPurchased = false, seenAs, note, owned, children } = props
  const isSignedIn = useIsSignedIn()
  const isDisputed = isSignedIn && props.isDisputed === true
  const [quoted, setQuoted] = useState<QuotedPrice>()
  const { revalidate, state } = useRevalidator()
  const isOffered = (!isPurchased && !isDisputed) || !isSignedIn
  const isPayable = isSignedIn && seenAs === 'member'

  // Logged in since, in another tab.
  const isOutdated = isSignedIn && seenAs === 'stranger'
  useEffect(() => {
    if (isOutdated) void revalidate()
  }, [isOutdated, revalidate])

  return (
    <section
      id={OFFER_ANCHOR}
      tabIndex={-1}
      aria-label={`Buy this ${kind}`}
      className="@container rounded-card outline-none border border-line bg-surface p-5 sm:p-6"
    >
      {note && !isDisputed && <p className="mb-4 font-semibold">{note}</p>}
      {isDisputed && <DisputedNotice />}
      {!isOffered && !isDisputed && owned}
      {isOffered && (
        // Where the card is wide, on tablets: two buttons beside what it is, but a form below it.
        <div className={classes('grid grid-cols-1 gap-4', !isPayable && '@xl:grid-cols-2 @xl:items-center @xl:gap-8')}>
          <div
            className={classes(
              'grid grid-cols-1 gap-x-8 gap-y-2 sm:gap-y-3',
              isPayable && '@xl:grid-cols-[1fr_auto] @xl:items-baseline',
            )}
          >
            <p className="text-balance max-sm:text-xs max-sm:text-muted sm:font-semibold">{name}</p>
            <Price {...(quoted ?? { list_price: price, total: price })} isAtEnd={isPayable} />
            <LicenseNote what={`this ${kind}`} className="col-span-full" />
          </div>
          {isPayable ? (
            <div className="flex flex-col gap-3">
              {children(setQuoted)}
              <RefundNote price={price} />
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
              We could not find out whether you own this {kind} already. Please try again in a moment.
            </Notice>
          ) : (
            <div className="flex flex-col gap-3">
              <PaymentOptions address={`${getProductPage(kind, slug)}#${OFFER_ANCHOR}`} isAsking={isSignedIn} />
              <RefundNote price={price} />
            </div>
          )}
        </div>
      )}
    </section>
  )
}

/**
 * To log in or to register, for strangers. While it is asked what a member owns 'Loading...' takes their place, at the same size; in
 * the page as the server rendered it too, by what `first-load.ts` writes on its root.
 */
function PaymentOptions({ address, isAsking }: { address: string; isAsking: boolean }) {
  return (
    <div className="relative print:hidden" data-asking={isAsking || undefined}>
      <p
        role="status"
        className="absolute inset-0 flex items-center justify-center gap-2 text-sm text-muted not-in-data-asking:hidden"
      >
        <Spinner /> Loading...
      </p>
      <div className="flex flex-col gap-2 in-data-asking:invisible">
        <ButtonLink to={loginAddress(address)} variant="buy" wide>
          Login To Pay
        </ButtonLink>
        <p className="text-center text-xs font-semibold text-muted">OR</p>
        <ButtonLink to={registerAddress(address)} variant="quiet" wide>
          Register To Pay
        </ButtonLink>
      </div>
    </div>
  )
}

/** What will be paid; where that is less than the price, the price beside it, struck through: on the side where no sums stand. */
function Price({ list_price: price, total, isAtEnd }: QuotedPrice & { isAtEnd: boolean }) {
  return (
    <p
      className={classes(
        'money flex flex-wrap items-baseline gap-x-3 font-serif text-2xl font-semibold',
        isAtEnd && '@xl:flex-row-reverse',
      )}
    >
      <span>{formatDollars(total)}</span>{' '}
      {Number(total) < Number(price) && (
        <s className="font-sans text-base font-normal text-muted">
          <span className="sr-only">instead of </span>
          {formatDollars(price)}
        </s>
      )}
    </p>
  )
}

/** What an `OfferCard` says to the owner, with the way to what was bought. */
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
