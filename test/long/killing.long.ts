import { expect, test } from 'vitest'
import { killDuringCheckout } from '../killing.ts'
import { figure } from '../figures.ts'

const KILLS = 200

test(`${KILLS} kill -9 during the checkout, of the academy and of its database in turn, lose and double nothing`, async () => {
  const { killed, buyers, paid, lost, doubled, unpaid } = await killDuringCheckout(KILLS)
  figure(
    `kill -9: ${killed.app} of the academy, ${killed.database} of the database; ${buyers} buyers, ${paid} paid; lost ${lost}, doubled ${doubled}, granted unpaid ${unpaid}`,
  )
  expect(killed.app + killed.database).toBe(KILLS)
  expect({ lost, doubled, unpaid, paid }).toEqual({ lost: 0, doubled: 0, unpaid: 0, paid: buyers })
})
