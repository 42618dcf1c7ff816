import { loadStripe, type Stripe } from '@stripe/stripe-js'

const HOST = 'https://js.stripe.com/'

let isPending = false

/**
 * Loads the provider's script for this key. Rejects if it is blocked or something else was returned. `isAgain` stops
 * waiting for a pending load.
 */
export async function loadProvider(publishableKey: string, isAgain: boolean): Promise<Stripe> {
  if (isAgain && isPending) await loadFreshScript()
  isPending = true
  try {
    const stripe = await loadStripe(publishableKey)
    if (!stripe) throw new Error('The script of the card provider works in browsers only.')
    return stripe
  } finally {
    isPending = false
  }
}

/**
 * The library waits for its script forever, and requesting the same URL again also waits. So this requests another URL
 * and then reports an error to the library, which checks again and finds the loaded script.
 */
async function loadFreshScript(): Promise<void> {
  const waiting = document.querySelector<HTMLScriptElement>(`script[src^="${HOST}"]`)
  if (!waiting) return
  const address = new URL(waiting.src)
  address.searchParams.set('again', String(Date.now()))
  const script = Object.assign(document.createElement('script'), { src: address.href })
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', () => reject(new Error('The script of the card provider could not be loaded.')))
    document.head.append(script)
  })
  if (!window.Stripe) throw new Error('Something else came than the script of the card provider.')
  waiting.dispatchEvent(new Event('error'))
}
