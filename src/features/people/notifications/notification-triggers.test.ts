import { expect, test } from 'vitest'
import { restoreCertificate, revokeCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { grantProduct, revokeGrant } from '#features/commerce/access/grants.public.ts'
import { refundOrder } from '#features/commerce/payments/payments.public.ts'
import { cents } from '#shared/money.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { createGraduate, createSigningAcademy } from '../../../../test/harness/graduate.ts'

/**
 * Returns a member's notifications of one kind, newest first. Those created within the same millisecond have no defined
 * order.
 */
async function readNotifications(
  { as }: TestAcademy,
  member: Member,
  kind: string,
): Promise<{ words: string; address: string }[]> {
  const { body } = await as(member).post('/Academy/api/account/notices/', {})
  return body.notices.filter((notice: { kind: string }) => notice.kind === kind)
}

test('notifies a buyer once of a paid order and of each partial refund', async () => {
  const academy = await testAcademy()
  const { as, member, course, emulator, deps, pool } = academy
  const [nurse, { slug }] = [await member(), await course({ priceCents: 29_900, title: 'Depositions' })]
  const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })
  await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
  const confirm = () =>
    as(nurse).post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${getIntentId(body.clientSecret)}`)
  await Promise.all([confirm(), confirm()])
  const { rows } = await pool.query<{ order_number: string }>('select order_number from purchases')
  const orderNumber = rows[0]?.order_number ?? ''
  expect(await readNotifications(academy, nurse, 'order')).toMatchObject([
    { words: `You now have access to Depositions (order ${orderNumber}).`, address: '/Account/Orders/' },
  ])
  await refundOrder(deps, { by: OPERATOR, orderNumber, amount: cents(10_000) })
  await refundOrder(deps, { by: OPERATOR, orderNumber })
  const words = (await readNotifications(academy, nurse, 'order')).map((notice) => notice.words)
  const back = (sum: string) => `We refunded ${sum} for order ${orderNumber}, Depositions.`
  expect(words.toSorted()).toEqual([
    back('$100.00'),
    back('$199.00'),
    `You now have access to Depositions (order ${orderNumber}).`,
  ])
})

test('notifies of a free order too', async () => {
  const academy = await testAcademy()
  const { as, member, course } = academy
  const [nurse, { slug }] = [await member(), await course({ priceCents: 0 })]
  for (let n = 0; n < 2; n += 1) await as(nurse).post('/Academy/api/enroll/', { productId: slug })
  expect(await readNotifications(academy, nurse, 'order')).toHaveLength(1)
})

test('notifies of a grant in the same transaction, once, and again after the grant was revoked', async () => {
  const academy = await testAcademy()
  const { deps, member, course, pool, setTime } = academy
  const [nurse, { slug }] = [await member(), await course({ title: 'Depositions' })]
  const named = { by: OPERATOR, memberId: nurse.id, slug }
  const give = () => grantProduct(deps, { ...named, reason: 'scholarship' })
  const given = {
    words: 'You now have free access to Depositions.',
    address: `/MyAcademy/${slug}`,
  }
  const dying = { ...deps, jobs: { ...deps.jobs, enqueueAll: () => Promise.reject(new Error('killed')) } }
  await expect(grantProduct(dying, { ...named, reason: 'scholarship' })).rejects.toThrow('killed')
  expect((await pool.query('select from grants union all select from notices')).rowCount).toBe(0)
  setTime(new Date('2026-11-11T10:00:00Z'))
  expect(await Promise.all([give(), give()])).toEqual(expect.arrayContaining(['granted', 'granted_before']))
  expect(await readNotifications(academy, nurse, 'given')).toEqual([expect.objectContaining(given)])
  await revokeGrant(deps, named)
  setTime(new Date('2026-11-11T11:00:00Z'))
  await give()
  expect(await readNotifications(academy, nurse, 'given')).toHaveLength(2)
})

test('notifies a graduate of the certificate and every change to it', async () => {
  const academy = await createSigningAcademy()
  const { nurse, id } = await createGraduate(academy)
  const { deps } = academy
  await revokeCertificate(deps, { id, reason: 'a mistake', by: OPERATOR })
  await restoreCertificate(deps, { id, reason: 'it was none', by: OPERATOR })
  const received = await readNotifications(academy, nurse, 'certificate')
  expect(new Set(received.map(({ address }) => address))).toEqual(new Set([`/Certificate/${id}`]))
  expect(received.map(({ words }) => words).toSorted()).toEqual([
    expect.stringMatching(/^Your certificate for .+ is ready\.$/),
    expect.stringMatching(/^Your certificate for .+ is valid again\.$/),
    expect.stringMatching(/^Your certificate for .+ was revoked\.$/),
  ])
})
