import { lazy, Suspense, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { getOwnerPage, KINDS } from '#shared/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { loadChunk } from '#web/client/chunks.ts'
import { useNavigationMessage } from '#web/client/navigation-state.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useSite } from '#web/shell/site.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { CardSetup } from './card-confirmation.ts'
import { CouponField } from './coupon-field.tsx'
import { useAppliedLinkCoupon } from './use-link-coupon.ts'
import { PriceSummary } from './price-summary.tsx'
import { TaxAddressForm } from './tax-address-form.tsx'
import { type PaymentErrorState, type Product, usePayment } from './use-payment.ts'
import type { UnfinishedPayment } from './unfinished-payment.ts'
import { type Address, type QuoteReply, useQuote } from './use-quote.ts'
// These styles are for the page that opens after the payment.
import '#web/ui/members.css'

// Loaded only for members who can pay, so that visitors download neither form.
const StripeCardForm = lazy(async () => {
  const { StripeCardForm } = await loadChunk(import('./stripe-card-form.tsx'), 'stripe-card-form.js')
  return { default: StripeCardForm }
})
const TestCardForm = lazy(async () => {
  const { TestCardForm } = await loadChunk(import('./test-card-form.tsx'), 'test-card-form.js')
  return { default: TestCardForm }
})

type PayFormProps = {
  product: Product
  cards: CardSetup
  /** Called with the amount to pay, if it might differ from the price. */
  onQuoted: (quoted: QuoteReply | undefined) => void
}

const DEFAULT_ADDRESS: Address = { country: 'US', postal_code: '' }

/** Takes a card payment for a product, or enrolls immediately if the product is free. Visitors are asked to log in. */
export function PayForm({ product: offered, cards, onQuoted }: PayFormProps) {
  const isTaxed = useSite()?.automatic_tax === true
  const [home, setHome] = useState(DEFAULT_ADDRESS)
  const { choice, quoted, change, refresh } = useQuote(offered.id, onQuoted)
  const linked = useAppliedLinkCoupon({
    isFree: Number(offered.price) === 0,
    apply: (coupon) => change({ coupon }),
  })
  const product = quoted ? { ...offered, price: quoted.total } : offered
  const payment = usePayment(product, { choice, onOtherPrice: refresh })
  const { problem, isWorking } = payment
  const message = problem && (
    <PaymentProblem
      problem={problem}
      isWorking={isWorking}
      onOpen={() => void payment.openOwned()}
      onCheck={(unfinished) => void payment.check(unfinished, true)}
    />
  )
  const form = { product, address: choice.address, problem, isWorking, onPay: payment.pay, message }
  const navigationMessage = useNavigationMessage()
  return (
    <div className="flex flex-col gap-4">
      {/* Loads the code of the page that opens after the payment. */}
      {isWorking && KINDS[product.kind].owned !== null && (
        <PrefetchPageLinks page={getOwnerPage(product.kind, product.id)} />
      )}
      {navigationMessage && <Notice kind="success">{navigationMessage}</Notice>}
      {linked.problem && choice.coupon === undefined && <Notice>{linked.problem}</Notice>}
      {Number(offered.price) > 0 && !linked.isApplying && (
        <CouponField
          isApplied={choice.coupon !== undefined}
          isWorking={isWorking}
          onGiven={(coupon) => change({ ...choice, coupon })}
        />
      )}
      {quoted && <PriceSummary quoted={quoted} choice={choice} isWorking={isWorking} onChange={change} />}
      {linked.isApplying ? (
        <LoadingForm />
      ) : Number(product.price) === 0 ? (
        <>
          {message}
          <Button variant="buy" wide busy={isWorking} onClick={() => void payment.enrollFree()}>
            Enroll
          </Button>
        </>
      ) : isTaxed && !choice.address ? (
        <>
          {message}
          <TaxAddressForm
            address={home}
            isWorking={isWorking}
            onGiven={async (address) => {
              await change({ ...choice, address })
              setHome(address)
            }}
          />
        </>
      ) : (
        <Suspense fallback={<LoadingForm />}>
          {cards.provider === 'stripe' && <StripeCardForm {...form} publishableKey={cards.publishableKey} />}
          {cards.provider === 'stand-in' && <TestCardForm {...form} setup={cards} />}
        </Suspense>
      )}
    </div>
  )
}

/** Reserves space, so that the layout doesn't shift when the form loads. */
function LoadingForm() {
  return (
    <p role="status" className="flex min-h-76 items-center justify-center gap-2 text-sm text-muted @xl:min-h-50">
      <Spinner /> Loading the card form…
    </p>
  )
}

type PaymentProblemProps = {
  problem: PaymentErrorState
  isWorking: boolean
  onOpen: () => void
  onCheck: (unfinished: UnfinishedPayment) => void
}

function PaymentProblem({ problem, isWorking, onOpen, onCheck }: PaymentProblemProps) {
  const { message, isOwned, unfinished } = problem
  return (
    <Notice kind={isOwned ? 'info' : 'error'}>
      {message}
      {isOwned && (
        <Button variant="quiet" className="mt-2" onClick={onOpen}>
          Open it
        </Button>
      )}
      {unfinished && (
        <Button variant="quiet" className="mt-2" busy={isWorking} onClick={() => onCheck(unfinished)}>
          Check again
        </Button>
      )}
    </Notice>
  )
}
