import { useRef, useState } from 'react'
import { formatDollars } from '#shared/format-dollars.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextField } from '#web/ui/field.tsx'
import { formatCardNumber, formatExpiry, formatSecurityCode, type CardInput } from '../card-entry.rules.ts'
import { AuthenticationDialog } from './authentication-dialog.tsx'
import type { CardFormProps } from './card-form-props.ts'
import { confirmWithEmulator, type EmulatorSetup } from './test-cards.ts'

const TEST_CARDS = [
  { number: '4242 4242 4242 4242', does: 'succeeds' },
  { number: '4000 0000 0000 0002', does: 'declined' },
  { number: '4000 0000 0000 9995', does: 'insufficient funds' },
  { number: '4000 0025 0000 3155', does: '3-D Secure' },
]

/** A card form for development, which says that it is not a real one. It keeps its input after an error. */
export function TestCardForm({
  product,
  problem,
  isWorking,
  onPay,
  message,
  setup,
}: CardFormProps & { setup: EmulatorSetup }) {
  const [card, setCard] = useState({ number: '', expiry: '', cvc: '' })
  const [answer, setAnswer] = useState<(result: 'complete' | 'fail') => void>()

  const authenticate = () =>
    new Promise<'complete' | 'fail'>((resolve) => {
      setAnswer(() => (result: 'complete' | 'fail') => {
        setAnswer(undefined)
        resolve(result)
      })
    })
  const pay = () => onPay((clientSecret) => confirmWithEmulator(setup, { clientSecret, card, authenticate }))

  const errorOf = (field: keyof typeof card) => (problem?.field === field ? problem.message : undefined)
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
    >
      <Disclosure
        label="Test card form: no real card is charged"
        className="rounded-card border border-line bg-wash px-4 text-xs"
      >
        <p>Use any future date and any CVC. Choose a card or enter its number:</p>
        <ul className="mt-1 mb-2">
          {TEST_CARDS.map(({ number, does }) => (
            <li key={number}>
              <button
                type="button"
                disabled={isWorking}
                onClick={() => setCard({ number, expiry: `12 / ${(new Date().getFullYear() + 3) % 100}`, cvc: '123' })}
                className="flex min-h-11 w-full md:min-h-9 flex-wrap items-center justify-between gap-x-3 text-left hover:underline"
              >
                <span className="money font-semibold text-link">{number}</span>
                <span className="text-muted">{does}</span>
              </button>
            </li>
          ))}
        </ul>
      </Disclosure>
      {!problem?.field && message}
      <div className="grid grid-cols-2 gap-4 @xl:grid-cols-4">
        <div className="col-span-2">
          <CardField
            label="Card number"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            value={card.number}
            enter={formatCardNumber}
            error={errorOf('number')}
            onEnter={(number) => setCard({ ...card, number })}
          />
        </div>
        <CardField
          label="Expiration date"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          value={card.expiry}
          enter={formatExpiry}
          error={errorOf('expiry')}
          onEnter={(expiry) => setCard({ ...card, expiry })}
        />
        <CardField
          label="CVC"
          autoComplete="cc-csc"
          placeholder="CVC"
          value={card.cvc}
          enter={formatSecurityCode}
          error={errorOf('cvc')}
          onEnter={(cvc) => setCard({ ...card, cvc })}
        />
      </div>
      <Button type="submit" variant="buy" wide busy={isWorking}>
        {isWorking ? 'Processing…' : `Pay ${formatDollars(product.price)}`}
      </Button>
      <AuthenticationDialog
        isOpen={answer !== undefined}
        price={product.price}
        onAnswer={(result) => answer?.(result)}
      />
    </form>
  )
}

type CardFieldProps = {
  label: string
  autoComplete: string
  placeholder: string
  value: string
  error: string | undefined
  enter: (typed: string, caret: number) => CardInput
  onEnter: (text: string) => void
}

/** Groups digits while they are typed, and keeps the caret in place. */
function CardField({ enter, onEnter, ...field }: CardFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <TextField
      {...field}
      ref={input}
      inputMode="numeric"
      spellCheck={false}
      className="money"
      onChange={({ currentTarget: { value, selectionStart } }) => {
        const { text, caret } = enter(value, selectionStart ?? value.length)
        onEnter(text)
        // This runs after React has set the text, which moves the caret to the end.
        requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret))
      }}
    />
  )
}
