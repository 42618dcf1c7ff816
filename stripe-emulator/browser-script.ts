// The part of the provider's browser script that the academy uses, checked against its published types, so that
// interface changes are noticed. It is served to browsers in place of https://js.stripe.com/…/stripe.js and calls
// https://api.stripe.com; the server routes both to the emulator. Its types are stripped first, so it must stay a plain
// script without imports.
import type {
  PaymentIntent,
  PaymentIntentResult,
  Stripe,
  StripeConstructor,
  StripeElements,
  StripeElementsOptionsMode,
  StripeError,
  StripePaymentElement,
} from '@stripe/stripe-js'

{
  const API = 'https://api.stripe.com'

  type Fields = Record<string, string>
  type Failure = Pick<StripeError, 'type' | 'message' | 'code'>
  type Handler = (event: object) => void

  class IntegrationError extends Error {
    override readonly name = 'IntegrationError'
  }

  const failed = (error: Failure): PaymentIntentResult => ({ error: error as StripeError })

  const ask = async (method: 'GET' | 'POST', path: string, fields: Fields): Promise<PaymentIntentResult> => {
    const form = new URLSearchParams(fields)
    try {
      const response = await fetch(method === 'GET' ? `${API}${path}?${form}` : `${API}${path}`, {
        method,
        ...(method === 'POST' && { body: form }),
      })
      const answer = (await response.json()) as PaymentIntent & { error?: StripeError }
      return answer.error ? { error: answer.error } : { paymentIntent: answer }
    } catch {
      return failed({ type: 'api_connection_error', message: 'We are experiencing issues connecting to the provider.' })
    }
  }

  /** The form, with plain fields instead of the provider's frames. */
  const paymentElement = (key: string) => {
    const handlers = new Map<string, Set<Handler>>()
    const fields = { number: '', expiry: '', cvc: '' }
    let place: HTMLElement | undefined
    let isReady = false

    const emit = (name: string, event: object = {}) => {
      for (const handler of handlers.get(name) ?? []) handler({ elementType: 'payment', ...event })
    }
    const isComplete = () => Object.values(fields).every((value) => value !== '')
    const field = (label: string, name: keyof typeof fields) => {
      const input = Object.assign(document.createElement('input'), { inputMode: 'numeric' })
      input.className = 'block min-h-11 w-full rounded-control border border-edge bg-surface px-3 py-2'
      input.addEventListener('input', () => {
        fields[name] = input.value.replaceAll(' ', '')
        emit('change', { collapsed: false, empty: false, complete: isComplete(), value: { type: 'card' } })
      })
      const shown = Object.assign(document.createElement('label'), { textContent: label, className: 'block' })
      shown.append(input)
      return shown
    }
    const load = async () => {
      const reply = await fetch(`${API}/v1/elements/sessions?${new URLSearchParams({ key, type: 'deferred_intent' })}`)
      if (!reply.ok) throw new Error(`elements/sessions answered ${reply.status}`)
      place?.replaceChildren(
        field('Card number', 'number'),
        field('Expiration date', 'expiry'),
        field('Security code', 'cvc'),
      )
      isReady = true
      emit('ready')
    }
    const on = (name: string, handler: Handler) => {
      handlers.set(name, (handlers.get(name) ?? new Set()).add(handler))
      return element
    }
    const element = {
      on: on as unknown as StripePaymentElement['on'],
      off: ((name: string, handler?: Handler) => {
        if (handler) handlers.get(name)?.delete(handler)
        else handlers.delete(name)
        return element
      }) as unknown as StripePaymentElement['off'],
      mount: (where: string | HTMLElement) => {
        place = typeof where === 'string' ? (document.querySelector<HTMLElement>(where) ?? undefined) : where
        load().catch((error: Error) => emit('loaderror', { error: { type: 'api_error', message: error.message } }))
      },
      destroy: () => place?.replaceChildren(),
      update: (() => element) as unknown as StripePaymentElement['update'],
    } satisfies Partial<StripePaymentElement>
    return { element, fields, isReady: () => isReady, isComplete }
  }

  type Form = ReturnType<typeof paymentElement>
  type Group = { options: StripeElementsOptionsMode; form: Form | undefined; isSubmitted: boolean }
  const groups = new WeakMap<object, Group>()

  const elementsOf = (key: string, options: StripeElementsOptionsMode): StripeElements => {
    const group: Group = { options, form: undefined, isSubmitted: false }
    const create = (type: 'payment') => {
      if (type !== 'payment') throw new IntegrationError(`${String(type)} is no element that this script knows.`)
      if (group.form) throw new IntegrationError('Can only create one Element of type payment.')
      group.form = paymentElement(key)
      const { destroy } = group.form.element
      const element = {
        ...group.form.element,
        destroy: () => {
          destroy()
          group.form = undefined
        },
      }
      return element as unknown as StripePaymentElement
    }
    const elements: Pick<StripeElements, 'submit' | 'update' | 'create' | 'getElement'> = {
      create: create as StripeElements['create'],
      getElement: (() => group.form?.element ?? null) as unknown as StripeElements['getElement'],
      update: async (changes) => {
        group.options = { ...group.options, ...(changes as StripeElementsOptionsMode) }
      },
      submit: async () => {
        if (!group.form?.isReady()) throw new IntegrationError('Elements must be mounted before they are submitted.')
        group.isSubmitted = group.form.isComplete()
        if (group.isSubmitted) return { selectedPaymentMethod: 'card' }
        const error: Failure = {
          type: 'validation_error',
          code: 'incomplete_number',
          message: 'Your card number is incomplete.',
        }
        return { error: error as StripeError }
      },
    }
    groups.set(elements, group)
    return elements as StripeElements
  }

  /** The provider's error for confirming a payment with a mismatching form. */
  const mismatch = (options: StripeElementsOptionsMode, intent: PaymentIntent) => {
    const {
      amount,
      currency,
      allowedPaymentMethodTypes: methods = [],
    } = options as {
      amount?: number
      currency?: string
      allowedPaymentMethodTypes?: string[]
    }
    const expected: [string, unknown, unknown][] = [
      ['amount', amount, intent.amount],
      ['currency', currency, intent.currency],
      ['payment_method_types', methods.join(), intent.payment_method_types.join()],
    ]
    const [name, ours, theirs] = expected.find(([, ours, theirs]) => ours !== theirs) ?? []
    if (name === undefined) return undefined
    return `The provided ${name} (${String(ours)}) does not match the expected ${name} (${String(theirs)}).`
  }

  /** Shows a dialog where a real card's bank would show its own page. */
  const askHolder = () =>
    new Promise<'complete' | 'fail'>((resolve) => {
      const dialog = document.body.appendChild(document.createElement('dialog'))
      for (const [label, result] of [
        ['Complete', 'complete'],
        ['Fail', 'fail'],
      ] as const) {
        const button = dialog.appendChild(Object.assign(document.createElement('button'), { textContent: label }))
        button.onclick = () => {
          dialog.remove()
          resolve(result)
        }
      }
      dialog.showModal()
    })

  const open = (key: string): Stripe => {
    if (!/^pk_(test|live)_/.test(key))
      throw new IntegrationError(`Invalid value for Stripe(): apiKey should be a publishable key.`)

    const retrievePaymentIntent: Stripe['retrievePaymentIntent'] = (clientSecret) =>
      ask('GET', pathOf(clientSecret), { key, client_secret: clientSecret })

    const confirmPayment = async (given: Parameters<Stripe['confirmPayment']>[0]): Promise<PaymentIntentResult> => {
      const {
        elements,
        clientSecret = '',
        redirect,
        confirmParams,
      } = given as {
        elements: StripeElements
        clientSecret?: string
        redirect?: string
        confirmParams?: { return_url?: string }
      }
      const group = groups.get(elements)
      if (!group?.form || !group.isSubmitted) {
        throw new IntegrationError('elements.submit() must be called before stripe.confirmPayment().')
      }
      if (redirect !== 'if_required')
        throw new IntegrationError('This script leads nowhere: say redirect: if_required.')
      group.isSubmitted = false
      const opened = await retrievePaymentIntent(clientSecret)
      if (opened.error) return opened
      const message = mismatch(group.options, opened.paymentIntent)
      if (message !== undefined) return failed({ type: 'invalid_request_error', message })

      const { number, expiry, cvc } = group.form.fields
      const [month = '', year = ''] = expiry.split('/')
      const answer = await ask('POST', `${pathOf(clientSecret)}/confirm`, {
        key,
        client_secret: clientSecret,
        use_stripe_sdk: 'true',
        return_url: confirmParams?.return_url ?? location.href,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': month,
        'payment_method_data[card][exp_year]': year,
        'payment_method_data[card][cvc]': cvc,
      })
      const next = answer.paymentIntent?.next_action as { use_stripe_sdk?: { path: string } } | null | undefined
      if (answer.paymentIntent?.status !== 'requires_action' || !next?.use_stripe_sdk) return answer
      const result = await askHolder()
      const authenticated = await ask('POST', next.use_stripe_sdk.path, { key, client_secret: clientSecret, result })
      const problem = authenticated.paymentIntent?.last_payment_error
      if (!problem || authenticated.paymentIntent?.status !== 'requires_payment_method') return authenticated
      const words =
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
      return failed({
        type: 'invalid_request_error',
        message: words,
        ...(problem.code !== undefined && { code: problem.code }),
      })
    }

    const unknown = () => {
      throw new IntegrationError('The academy does not call this, so this script does not have it.')
    }
    const stripe: Pick<Stripe, 'elements' | 'confirmPayment' | 'retrievePaymentIntent' | 'registerAppInfo'> &
      Record<'createToken' | 'createPaymentMethod' | 'confirmCardPayment', () => never> = {
      elements: (options?: object) => elementsOf(key, options as StripeElementsOptionsMode),
      confirmPayment: confirmPayment as Stripe['confirmPayment'],
      retrievePaymentIntent,
      registerAppInfo: () => {},
      // The library recognizes the provider's object by these methods.
      createToken: unknown,
      createPaymentMethod: unknown,
      confirmCardPayment: unknown,
    }
    return stripe as unknown as Stripe
  }

  const pathOf = (clientSecret: string) =>
    `/v1/payment_intents/${encodeURIComponent(clientSecret.split('_secret_')[0] ?? '')}`

  // The library warns if the script's version differs from the one it was written for.
  window.Stripe = Object.assign(open satisfies StripeConstructor, { version: 'endive' })
}
