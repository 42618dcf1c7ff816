import { loadStripe, type Stripe } from '@stripe/stripe-js'

const HOST = 'https://js.stripe.com/'

let isPending = false

/**
 * Loads the provider's script for this key. Rejects if the script is blocked, or if something else was returned. With
 * `isAgain`, doesn't wait for a script that is still loading.
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
 * Loads the script from another URL. The library waits for its own script forever, and requesting the same URL again
 * would also wait. Then reports an error to the library, so that it checks again and finds the loaded script.
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
