import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { saveCustomer } from './customers.queries.ts'

test("stores one customer when many store a member's customer at once, regardless of which unique index conflicts first", async () => {
  const { db, member } = await testAcademy()
  for (let round = 0; round < 40; round++) {
    const { id: memberId } = await member()
    const customer = { memberId, isLive: false, customerId: `cus_${round}`, createdAt: new Date() }
    const save = () => saveCustomer(db, { ...customer, insteadOf: undefined })
    expect(new Set(await Promise.all([save(), save(), save(), save(), save()]))).toEqual(new Set([`cus_${round}`]))
    const next = { ...customer, customerId: `cus_${round}_next`, insteadOf: `cus_${round}` }
    const replaced = await Promise.all([next, next, next].map((one) => saveCustomer(db, one)))
    expect(new Set(replaced)).toEqual(new Set([`cus_${round}_next`]))
  }
})
