import type { ReactNode } from 'react'
import {
  OFFER_ANCHOR,
  OFFER_CLASS,
  OfferTerms,
  PaymentOptions,
  Price,
} from '#features/foundation/products/ui/offer-card.tsx'
import { PaymentNotes } from '#features/foundation/products/ui/payment-notes.tsx'
import { type Kind, KINDS } from '#shared/kinds.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useSite } from '#web/shell/site.ts'

type PreviewOfferProps = { kind: Kind; name: string; price: string; summary?: ReactNode }

/** The offer as visitors see it, but its buttons do nothing. The price may be empty. */
export function PreviewOffer({ kind, name, price, summary }: PreviewOfferProps) {
  const isClosed = useSite()?.cards.provider === 'none' && Number(price) > 0
  return (
    <section id={OFFER_ANCHOR} tabIndex={-1} aria-label={`Buy this ${kind}`} className={OFFER_CLASS}>
      <div className="grid grid-cols-1 gap-4 @xl:grid-cols-2 @xl:items-center @xl:gap-8">
        <OfferTerms kind={kind} name={name} summary={summary} isPayable={false}>
          {price === '' ? (
            <p className="font-serif text-2xl font-semibold">No price yet</p>
          ) : (
            <Price list_price={price} total={price} isAtEnd={false} />
          )}
        </OfferTerms>
        <div className="flex flex-col gap-3">
          {isClosed ? (
            <Notice kind="info">Purchases open soon.</Notice>
          ) : KINDS[kind].isPagePublic ? (
            <div inert>
              <PaymentOptions address="/" isAsking={false} />
            </div>
          ) : (
            <p className="text-sm">Members pay here with a card.</p>
          )}
          <p className="text-sm font-semibold">This is a preview. Nothing can be bought here.</p>
          {!isClosed && <PaymentNotes kind={kind} price={price} />}
        </div>
      </div>
    </section>
  )
}
