import { LinkCoupon, PayForm } from '#features/commerce/checkout/ui/lazy-pay-form.tsx'
import { OfferCard, OwnedNotice } from '#features/foundation/products/ui/offer-card.tsx'
import { KINDS } from '#shared/kinds.ts'
import type { ViewerKind } from '#web/client/load-state.ts'
import { useSite } from '#web/shell/site.ts'
import type { DocumentDetail } from '../documents.contract.ts'

/** Says that the member has the document, sells it, or asks visitors to log in. */
export function DocumentOffer({
  document,
  seenAs,
  note,
}: {
  document: DocumentDetail
  seenAs: ViewerKind | undefined
  note?: string
}) {
  const cards = useSite()?.cards
  const { id_: id, document_title: name, price, isPurchased, isDisputed } = document
  return (
    <OfferCard
      key={id}
      kind="document"
      name={name}
      price={price}
      slug={id}
      isPurchased={isPurchased}
      isDisputed={isDisputed}
      seenAs={seenAs}
      note={note}
      coupon={(onQuoted) => <LinkCoupon productId={id} onQuoted={onQuoted} />}
      owned={
        <OwnedNotice
          text="You've already purchased this Document."
          to={KINDS.document.owned.address}
          action="Got to My Documents"
        />
      }
    >
      {(onQuoted) =>
        cards && <PayForm product={{ kind: 'document', id, name, price }} cards={cards} onQuoted={onQuoted} />
      }
    </OfferCard>
  )
}
