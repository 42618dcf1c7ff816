import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe, type Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { dollars } from '#shared/money.ts'
import { Button } from '#web/button.tsx'
import { Notice } from '#web/notice.tsx'
import type { CardOutcome } from './card-confirmation.ts'
import type { CardFormProps } from './card-form-props.ts'

type Loaded = { kind: 'loading' } | { kind: 'ready'; stripe: Stripe } | { kind: 'failed' }

/** The provider's own card field: card numbers go from its frame to the provider and never touch the academy. */
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
        The card provider’s form could not be loaded. Check your connection, or whether something in your browser blocks
        js.stripe.com.
        <Button variant="quiet" className="mt-2" onClick={retry}>
          Try again
        </Button>
      </Notice>
    )
  }
  return (
    <Elements stripe={loaded.kind === 'ready' ? loaded.stripe : null}>
      <CardForm {...form} />
    </Elements>
  )
}

function CardForm({ product, isWorking, onPay, message }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()

  const confirmCard = async (clientSecret: string): Promise<CardOutcome> => {
    const element = elements?.getElement(CardElement)
    if (!stripe || !element) return { kind: 'error', message: 'The card form is not ready yet.' }
    const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card: element },
    })
    if (error) return { kind: 'error', message: error.message ?? 'The card was refused.' }
    return { kind: 'done', status: paymentIntent.status, intentId: paymentIntent.id }
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void onPay(confirmCard)
      }}
    >
      {message}
      <div>
        <span id="card-details" className="mb-1 block text-sm font-semibold">
          Card details
        </span>
        <div
          role="group"
          aria-labelledby="card-details"
          className="min-h-11 rounded-control border border-edge bg-surface px-3 py-3 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus"
        >
          {/* Inside the provider's frame our style sheet does not reach. */}
          <CardElement
            options={{ style: { base: { fontSize: '17px', color: '#14213d' }, invalid: { color: '#b3261e' } } }}
          />
        </div>
      </div>
      <Button type="submit" variant="buy" wide busy={isWorking} disabled={!stripe || !elements}>
        {isWorking ? 'Processing…' : `Pay ${dollars(product.price)}`}
      </Button>
    </form>
  )
}
