import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements, StripeElementsOptionsMode } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { formatDollars } from '#shared/format-dollars.ts'
import { PAYMENT_METHODS } from '#shared/payment-methods.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { cardFormMessage } from '../payment-messages.rules.ts'
import { type CardOutcome, type CardFailure, isOutcomeUnknown, cardErrorMessage } from './card-confirmation.ts'
import type { CardFormProps } from './card-form-props.ts'
import { loadProvider } from './provider-script.ts'
import { loadUnfinishedPayment } from './unfinished-payment.ts'

/** After these times, a form that is still loading is reported as slow, and as failed. */
const SLOW_AFTER_MS = 3_000
const TIMEOUT_MS = 20_000

const NOT_LOADED_MESSAGE =
  'We couldn’t load the card form. Check your connection and make sure your browser isn’t blocking js.stripe.com.'

/** `failed` contains the error message. */
type LoadingStage = 'loading' | 'slow' | 'ready' | { failed: string }

/** The provider's own form, with the device's wallets. Card numbers go directly from its frame to the provider. */
export function StripeCardForm(props: CardFormProps & { publishableKey: string }) {
  const [tries, setTries] = useState(1)
  return <LoadedForm key={tries} {...props} isAgain={tries > 1} onRetry={() => setTries(tries + 1)} />
}

type LoadedFormProps = CardFormProps & { publishableKey: string; isAgain: boolean; onRetry: () => void }

/** One attempt to load the script and the form. */
function LoadedForm({ publishableKey, isAgain, onRetry, ...form }: LoadedFormProps) {
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [stage, setStage] = useState<LoadingStage>('loading')
  const isWaiting = stage === 'loading' || stage === 'slow'

  useEffect(() => {
    let isCurrent = true
    loadProvider(publishableKey, isAgain).then(
      (loaded) => isCurrent && setStripe(loaded),
      (error: unknown) => {
        console.error(error)
        if (isCurrent) setStage({ failed: NOT_LOADED_MESSAGE })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [publishableKey, isAgain])

  useEffect(() => {
    if (!isWaiting) return undefined
    const slow = setTimeout(() => setStage('slow'), SLOW_AFTER_MS)
    const limit = setTimeout(() => setStage({ failed: NOT_LOADED_MESSAGE }), TIMEOUT_MS)
    return () => {
      clearTimeout(slow)
      clearTimeout(limit)
    }
  }, [isWaiting])

  if (typeof stage === 'object') {
    return (
      <div className="flex flex-col gap-4">
        {form.message}
        <Notice
          kind="error"
          action={
            <Button variant="quiet" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {stage.failed}
        </Notice>
      </div>
    )
  }
  return (
    <Elements stripe={stripe} options={getElementsOptions(form.product.price)}>
      <CardFields {...form} stage={stage} onStage={setStage} />
    </Elements>
  )
}

/**
 * Returns the options of the form. They must match those of the payment that is opened later. Otherwise, the provider
 * rejects the confirmation.
 */
function getElementsOptions(price: string): StripeElementsOptionsMode {
  return {
    mode: 'payment',
    amount: Math.round(Number(price) * 100),
    currency: 'usd',
    allowedPaymentMethodTypes: [...PAYMENT_METHODS],
    // The academy's stylesheet doesn't apply inside the provider's frame.
    appearance: {
      variables: {
        colorPrimary: getThemeColor('link'),
        colorBackground: getThemeColor('surface'),
        colorText: getThemeColor('ink'),
        colorTextSecondary: getThemeColor('muted'),
        colorDanger: getThemeColor('danger'),
        borderRadius: '8px',
      },
    },
  }
}

function getThemeColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim()
}

type CardFieldsProps = CardFormProps & { stage: 'loading' | 'slow' | 'ready'; onStage: (stage: LoadingStage) => void }

function CardFields({ product, address, isWorking, onPay, message, stage, onStage }: CardFieldsProps) {
  const stripe = useStripe()
  const elements = useElements()

  const pay = () => {
    if (!stripe || !elements) return
    // This must run in the click handler itself. Otherwise, a wallet doesn't open its payment sheet.
    const refused = submit(elements, product.id)
    void onPay(async (clientSecret): Promise<CardOutcome> => {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: { return_url: location.href },
        redirect: 'if_required',
      })
      if (error)
        return isOutcomeUnknown(error) ? { kind: 'unknown' } : { kind: 'error', message: cardErrorMessage(error) }
      return { kind: 'done', status: paymentIntent.status, intentId: paymentIntent.id }
    }, refused)
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        pay()
      }}
    >
      {message}
      <div role="group" aria-label="Card details" className="relative min-h-44">
        {stage !== 'ready' && (
          <p
            role="status"
            className="absolute inset-0 flex items-center justify-center gap-2 text-sm text-pretty text-muted"
          >
            <Spinner />
            {stage === 'slow' ? 'The card form is taking longer than usual. Still loading…' : 'Loading the card form…'}
          </p>
        )}
        <PaymentElement
          onReady={() => onStage('ready')}
          onLoadError={({ error }) => {
            console.error(error)
            onStage({ failed: cardFormMessage('not shown', loadUnfinishedPayment(product.id) !== undefined) })
          }}
          {...(address && { options: { defaultValues: { billingDetails: { address } } } })}
        />
      </div>
      <Button type="submit" variant="buy" wide busy={isWorking} disabled={stage !== 'ready'}>
        {isWorking ? 'Processing…' : `Pay ${formatDollars(product.price)}`}
      </Button>
    </form>
  )
}

async function submit(elements: StripeElements, productId: string): Promise<CardFailure | undefined> {
  try {
    const { error } = await elements.submit()
    return error && { kind: 'error', message: error.message ?? 'Please check your card details.' }
  } catch (error) {
    console.error(error)
    return { kind: 'error', message: cardFormMessage('no answer', loadUnfinishedPayment(productId) !== undefined) }
  }
}
