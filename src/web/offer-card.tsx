import type { ReactNode } from 'react'
import { dollars } from '#shared/money.ts'
import { ButtonLink } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { LicenceNote } from './licence-note.tsx'
import { useIsSignedIn } from './session.ts'

/** What it is beside what to do, where the card is wide: on tablets. */
const COLUMNS = 'grid gap-4 @xl:grid-cols-2 @xl:gap-8'

type OfferCardProps = {
  /** What it is, in the sentences of this card: 'document'. */
  kind: string
  name: string
  price: string
  /** The page that login and registration lead back to. */
  address: string
  isPurchased?: boolean
  /** Shown to the owner. */
  owned?: ReactNode
  /** The card form, shown to members who can buy it. */
  children: ReactNode
}

/** The side card of something for sale: owned, to be paid, or to be paid after logging in. */
export function OfferCard({ kind, name, price, address, isPurchased = false, owned, children }: OfferCardProps) {
  const isSignedIn = useIsSignedIn()
  const next = `?next=${encodeURIComponent(address)}`
  const isOffered = !isPurchased || !isSignedIn
  return (
    <section aria-label={`Buy this ${kind}`} className="@container rounded-card border border-line bg-surface p-6">
      {!isOffered && owned}
      {isOffered && (
        <div className={classes(COLUMNS, '@xl:items-start')}>
          <div className="flex flex-col gap-3">
            <p className="font-semibold text-balance">{name}</p>
            <p className="money font-serif text-2xl font-semibold">{dollars(price)}</p>
            <LicenceNote what={`this ${kind}`} />
          </div>
          {isSignedIn && children}
          {!isSignedIn && (
            <div className="flex flex-col gap-2">
              <ButtonLink to={`/login${next}`} variant="buy" wide>
                Login To Pay
              </ButtonLink>
              <p className="text-center text-xs font-semibold text-muted">OR</p>
              <ButtonLink to={`/Register${next}`} variant="quiet" wide>
                Register To Pay
              </ButtonLink>
            </div>
          )}
        </div>
      )}
    </section>
  )
}

/** What an `OfferCard` says to the owner, with the way to what was bought. */
export function OwnedNotice({ text, to, action }: { text: string; to: string; action: string }) {
  return (
    <div className={classes(COLUMNS, '@xl:items-center')}>
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
