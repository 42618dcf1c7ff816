import { expect, test } from 'vitest'
import { type Failures, getFailedRefundBalance, getFailures } from './payment-issues.rules.ts'

const at = (second: number) => new Date(second * 1_000)
const made = (amount: number, second: number) => ({ id: `re_${second}`, amount, createdAt: at(second) })
const failed = (amount: number, second: number, failedAt: number) => ({
  id: `re_${second}`,
  failedAt: at(failedAt),
  refund: made(amount, second),
})

/** Returns what is owed for a payment of 100 cents. */
function getOwed(
  failed: Failures['refunds'],
  { refunds = [] as ReturnType<typeof made>[], lost = 0, closedAt = undefined as number | undefined },
): number | null {
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0)
  const disputes = lost > 0 ? [{ id: 'du_1', amount: lost, isLost: true }] : []
  const payment = { amountReceived: 100, refunded, refunding: 0, refunds, lost, disputes }
  const closed = closedAt === undefined ? [] : [{ id: 'du_1', lostAt: at(closedAt) }]
  const { owedCents, returnedCents } = getFailedRefundBalance(payment, { refunds: failed, disputes: closed })
  return returnedCents === null ? null : Math.max(0, owedCents - returnedCents)
}

test.each([
  ['a refund that failed', [failed(10, 1, 5)], {}, 10],
  ['one that was repeated', [failed(10, 1, 5)], { refunds: [made(10, 6)] }, 0],
  ['one that was repeated within a second', [failed(10, 1, 5)], { refunds: [made(10, 5)] }, 0],
  ['one whose repeat within a second failed, too', [failed(10, 1, 5), failed(10, 5, 8)], {}, 10],
  ['one that was repeated in two parts', [failed(10, 1, 5)], { refunds: [made(4, 6), made(6, 7)] }, 0],
  ['one of which a part was repeated', [failed(10, 1, 5)], { refunds: [made(4, 6)] }, 6],
  ['one beside another that did not fail', [failed(10, 1, 5)], { refunds: [made(10, 2)] }, 10],
  ['the full payment, repeated', [failed(100, 1, 5)], { refunds: [made(100, 6)] }, 0],
  ['two, of which one was repeated', [failed(10, 1, 5), failed(10, 2, 6)], { refunds: [made(10, 8)] }, 10],
  ['two, of which one was repeated between', [failed(10, 1, 5), failed(10, 2, 9)], { refunds: [made(10, 6)] }, 10],
  ['one whose repeat failed, too', [failed(10, 1, 5), failed(10, 6, 8)], {}, 10],
  ['one whose repeat failed and was repeated', [failed(10, 1, 5), failed(10, 6, 8)], { refunds: [made(10, 9)] }, 0],
  ['the events in any order', [failed(10, 6, 8), failed(10, 1, 5)], { refunds: [made(10, 9)] }, 0],
  ['one after a dispute was lost', [failed(10, 1, 5)], { closedAt: 3, lost: 20 }, 10],
  ['one after a loss, repeated', [failed(10, 1, 5)], { closedAt: 3, lost: 20, refunds: [made(10, 6)] }, 0],
  ['one after a loss long ago', [failed(10, 1, 5)], { lost: 20 }, 10],
  ['one before a dispute over more was lost', [failed(10, 1, 5)], { closedAt: 7, lost: 20 }, 0],
  ['one before a dispute over less was lost', [failed(10, 1, 5)], { closedAt: 7, lost: 4 }, 6],
  ['no more than is left', [failed(60, 1, 5)], { closedAt: 3, lost: 80 }, 20],
  ['one that the payment, read earlier, shows as made', [failed(10, 1, 5)], { refunds: [made(10, 1)] }, 0],
  ['an unknown amount', [{ ...failed(10, 1, 5), refund: undefined }], {}, null],
])('owes after failures: %s', (_what, failures, payment, owed) => {
  expect(getOwed(failures, payment)).toBe(owed)
})

test('takes each failure once, however many events the provider sends for it', () => {
  const event = (type: string, second: number, status: string) => ({
    type,
    createdAt: at(second),
    objectId: type === 'refund.failed' ? 're_1' : 'du_1',
    status,
    refund: made(10, 1),
  })
  const failures = ['refund.failed', 'charge.dispute.closed'].flatMap((type) =>
    [9, 5].map((second) => event(type, second, type === 'refund.failed' ? 'failed' : 'lost')),
  )
  expect(getFailures([...failures, event('charge.dispute.closed', 2, 'won')])).toEqual({
    refunds: [failed(10, 1, 5)],
    disputes: [{ id: 'du_1', lostAt: at(5) }],
  })
})
