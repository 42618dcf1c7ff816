import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe, type Stripe, type StripeElementsOptionsMode } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { dollars } from '#shared/money.ts'
import { PAYMENT_METHODS } from '#shared/payment-methods.ts'
import { Button } from '#web/button.tsx'
import { Notice } from '#web/notice.tsx'
import { type CardOutcome, isUnknown, messageOfCard } from './card-confirmation.ts'
import type { CardFormProps } from './card-form-props.ts'

type Loaded = { kind: 'loading' } | { kind: 'ready'; stripe: Stripe } | { kind: 'failed' }

/** The provider's own form, with the wallets of the device: card numbers go from its frame to the provider and never touch the academy. */
export function StripeCardForm({ publishableKey, ...form }: CardFormProps & { publishableKey: string }) {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' })
  const [tries, setTries] = useState(1)

  useEffect(() => {
    let isCurrent = true
    loadStripe(publishableKey).then(
      (stripe) => isCurrent && setLoaded(stripe ? { kind: 'ready', stripe } : { kind: 'failed' }),
      (error: unknown) => {
        console.error(error)
        if (isCurrent) setLoaded({ kind: 'failed' })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [publishableKey, tries])

  if (loaded.kind === 'failed') {
    const retry = () => {
      setLoaded({ kind: 'loading' })
      setTries(tries + 1)
    }
    return (
      <Notice kind="error">
        The card form could not be loaded. Please check your connection, and whether something in your browser blocks
        js.stripe.com.
        <Button variant="quiet" className="mt-2" onClick={retry}>
          Try again
        </Button>
      </Notice>
    )
  }
  return (
    <Elements stripe={loaded.kind === 'ready' ? loaded.stripe : null} options={optionsFor(form.product.price)}>
      <CardForm {...form} />
    </Elements>
  )
}

/** As the payment is opened later: the provider refuses to confirm where the two differ. */
function optionsFor(price: string): StripeElementsOptionsMode {
  return {
    mode: 'payment',
    amount: Math.round(Number(price) * 100),
    currency: 'usd',
    allowedPaymentMethodTypes: [...PAYMENT_METHODS],
    // Inside the provider's frame our style sheet does not reach.
    appearance: {
      variables: { colorPrimary: '#12467f', colorText: '#14213d', colorDanger: '#b3261e', borderRadius: '8px' },
    },
  }
}

function CardForm({ product, address, isWorking, onPay, message }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()

  const pay = () => {
    // Within the click itself: a wallet opens its sheet only then.
    const submitted = elements?.submit()
    return onPay(async (clientSecret): Promise<CardOutcome> => {
      if (!stripe || !elements || !submitted)
        return { kind: 'error', message: 'The card form is still loading. Please try again in a moment.' }
      const { error: refusal } = await submitted
      if (refusal) return { kind: 'error', message: refusal.message ?? 'Please check your card details.' }
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: { return_url: location.href },
        redirect: 'if_required',
      })
      if (error) return isUnknown(error) ? { kind: 'unknown' } : { kind: 'error', message: messageOfCard(error) }
      return { kind: 'done', status: paymentIntent.status, intentId: paymentIntent.id }
    })
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
    >
      {message}
      <div role="group" aria-label="Card details" className="min-h-44">
        <PaymentElement {...(address && { options: { defaultValues: { billingDetails: { address } } } })} />
      </div>
      <Button type="submit" variant="buy" wide busy={isWorking} disabled={!stripe || !elements}>
        {isWorking ? 'Processing…' : `Pay ${dollars(product.price)}`}
      </Button>
    </form>
  )
}
