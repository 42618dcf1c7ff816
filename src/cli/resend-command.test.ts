import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { members } from '#db/tables/members.ts'
import { lockAccount } from '#features/people/member-administration/member-administration.public.ts'
import { sendVerificationAgain } from '#features/people/login/login.public.ts'
import { revokeCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { searchOrders, resendOrderReceipt } from '#features/commerce/orders/orders.public.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { testAcademy } from '../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../test/harness/audit.ts'
import { createCommandRunner } from '../../test/harness/command-runner.ts'
import { submitExam } from '../../test/harness/submit-exam.ts'
import { resendCommand } from './resend-command.ts'

/** A member with an order and a certificate whose emails have been sent. */
async function createAcademyWithGraduate() {
  const academy = await testAcademy()
  const { deps, as, pool, member, course, purchase, runJobs } = academy
  const nora = await member()
  const { id, slug, questions } = await course({ title: 'Depositions' })
  await purchase(nora.id, id)
  const answers = questions.map(({ id: question_id, right }) => ({ question_id, answer: right }))
  await submitExam(as(nora), slug, answers)
  await as(nora).post(`/Academy/api/course/examination/request/certificate/${slug}/`, { exam_id: slug })
  await runJobs()
  const { rows } = await pool.query<{ id: string }>('select id from certificates')
  const [order] = (await searchOrders(deps, { limit: 1 })).orders
  return { ...academy, nora, certificate: rows[0]?.id ?? '', orderNumber: order?.orderNumber ?? '' }
}

test('sends a certificate and a receipt again to the current address, and the log records who requested it', async () => {
  const academy = await createAcademyWithGraduate()
  const { db, deps, pool, nora, certificate, orderNumber, runJobs, mailbox } = academy
  const email = 'nora.new@example.com'
  await db.update(members).set({ email }).where(eq(members.id, nora.id))
  const before = (await mailbox()).length
  const type = createCommandRunner(deps)
  const address = `https://academy.test/Certificate/${certificate}/`
  expect((await type(resendCommand, ['certificate', address])).text).toContain(
    `The certificate for Depositions will be emailed to ${email} `,
  )
  expect((await type(resendCommand, ['receipt', orderNumber.toLowerCase()])).text).toContain(
    `The receipt for order ${orderNumber}, Something bought, will be emailed to ${email} `,
  )
  await runJobs()
  const sent = (await mailbox()).slice(0, -before || undefined)
  expect(sent.map(({ to }) => to)).toEqual([email, email])
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
    'Your certificate: Depositions',
    'Your receipt: Something bought',
  ])
  expect(sent.flatMap(({ attachments }) => attachments).length).toBeGreaterThan(0)
  expect((await readEventKinds(pool)).slice(-2)).toEqual(['mail.sent_again', 'mail.sent_again'])
})

test('sends a working link to members with an unverified address, but not to verified or locked ones', async () => {
  const { deps, member, runJobs, mailbox } = await testAcademy()
  const [nora, verified] = [await member({ isVerified: false }), await member()]
  const type = createCommandRunner(deps)
  expect((await type(resendCommand, ['verification', nora.username])).text).toContain(
    `will be emailed to ${nora.email} `,
  )
  await runJobs()
  expect(await mailbox()).toMatchObject([{ to: nora.email, text: expect.stringContaining('/VerifyEmail/') }])
  await expect(type(resendCommand, ['verification', verified.email])).rejects.toThrow('is already verified')
  await lockAccount(deps, { memberId: nora.id, by: OPERATOR })
  await expect(type(resendCommand, ['verification', nora.email])).rejects.toThrow('is locked')
  await expect(type(resendCommand, ['verification', 'nobody'])).rejects.toMatchObject({ code: 'not_found' })
})

test('refuses with a message what can’t be sent again, and stores nothing', async () => {
  const academy = await createAcademyWithGraduate()
  const { deps, pool, nora, certificate, orderNumber, runJobs, mailbox, course, purchase } = academy
  const type = createCommandRunner(deps)
  for (const args of [[], ['letter'], ['certificate'], ['receipt'], ['verification']])
    expect((await type(resendCommand, args)).code).toBe(1)
  await expect(type(resendCommand, ['certificate', 'none'])).rejects.toMatchObject({ code: 'not_found' })
  await expect(type(resendCommand, ['receipt', 'none'])).rejects.toMatchObject({ code: 'not_found' })
  await purchase(nora.id, (await course()).id, 'pending')
  const [pending] = (await searchOrders(deps, { state: 'pending', limit: 1 })).orders
  await expect(type(resendCommand, ['receipt', pending?.orderNumber ?? ''])).rejects.toThrow('was never paid')
  const support = { kind: 'member', memberId: nora.id, role: 'support' } as const
  await expect(resendOrderReceipt(deps, { orderNumber, by: support })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(sendVerificationAgain(deps, { memberId: nora.id, by: support })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await revokeCertificate(deps, { id: certificate, reason: 'a mistake', by: OPERATOR })
  await expect(type(resendCommand, ['certificate', certificate])).rejects.toThrow('revoked')
  await pool.query(`update purchases set state = 'expired' where state = 'pending'`)
  await eraseMember(deps, { memberId: nora.id, by: OPERATOR })
  await runJobs()
  for (const args of [
    ['receipt', orderNumber],
    ['certificate', certificate],
  ])
    await expect(type(resendCommand, args)).rejects.toThrow('was deleted')
  await runJobs()
  expect(await mailbox()).toEqual([])
  expect(await readEventKinds(pool)).not.toContain('mail.sent_again')
})
