/** Acts as the provider's browser script against the emulator: does what a buyer does with a card on the page. */
export type CardFields = { number: string; exp_month?: string; exp_year?: string; cvc?: string }

export type CardReply = {
  id: string
  status: string
  latest_charge?: string
  last_payment_error?: { code: string } | null
  next_action?: { type: string; use_stripe_sdk: { path: string } } | null
  error?: { type: string; code: string; decline_code?: string; message: string; param?: string }
}

type Place = { url: string; publishableKey: string }

export const TEST_CARD = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  lacksFunds: '4000000000009995',
  asksForAuthentication: '4000002500003155',
} as const

export async function confirmCard(place: Place, clientSecret: string, card: CardFields): Promise<CardReply> {
  const fields = { exp_month: '12', exp_year: '40', cvc: '123', ...card }
  const entries = Object.entries(fields).map(([name, value]) => [`payment_method_data[card][${name}]`, value])
  return post(place, `/v1/payment_intents/${getIntentId(clientSecret)}/confirm`, {
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    ...(Object.fromEntries(entries) as Record<string, string>),
  })
}

export function authenticateCard(place: Place, clientSecret: string, result: 'complete' | 'fail'): Promise<CardReply> {
  const path = `/stand-in/payment_intents/${getIntentId(clientSecret)}/authenticate`
  return post(place, path, { client_secret: clientSecret, result })
}

export function getIntentId(clientSecret: string): string {
  return clientSecret.split('_secret')[0] ?? ''
}

async function post(place: Place, path: string, fields: Record<string, string>): Promise<CardReply> {
  const response = await fetch(`${place.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ key: place.publishableKey, ...fields }),
  })
  return (await response.json()) as CardReply
}
