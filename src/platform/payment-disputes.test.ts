import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { getDisputes } from './payment-disputes.ts'

test('an answered dispute is still open but needs no answer', () => {
  const intent = { amount_received: 100, currency: 'usd' } as Stripe.PaymentIntent
  const all = ['needs_response', 'under_review', 'won', 'lost', 'warning_needs_response'].map((status) => ({
    id: status,
    status,
    amount: 100,
    currency: 'usd',
    evidence_details: { due_by: 86_400 },
  })) as Stripe.Dispute[]
  const { held, disputes } = getDisputes(intent, all)
  expect(held).toBe(200)
  expect(disputes.map(({ id, isAnswered, isLost }) => [id, isAnswered, isLost])).toEqual([
    ['needs_response', false, false],
    ['under_review', true, false],
    ['lost', false, true],
  ])
})
