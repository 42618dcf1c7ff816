import { loadStripe, type Stripe } from '@stripe/stripe-js'

const HOST = 'https://js.stripe.com/'

let isPending = false

/**
 * The provider's script, for this key. Fails where it can't be had: blocked, or something else than the script. With `isAgain` what is
 * still on its way is waited for no longer.
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
 * The library waits for its script for ever, and a browser that is asked for the same address again waits with it. So it is asked for under
 * another address; told then that its own has failed, the library looks again and finds what has come.
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
