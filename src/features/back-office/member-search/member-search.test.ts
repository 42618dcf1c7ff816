import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { secondFactors } from '#db/tables/members.ts'
import { purchases } from '#db/tables/sales.ts'
import { sendReceipt } from '#features/commerce/payments/payments.public.ts'
import { grantProduct } from '#features/commerce/access/grants.public.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { submitExam } from '../../../../test/harness/submit-exam.ts'
import { searchMembers, getMemberProfile } from './member-search.service.ts'

/** A member who bought, studied, passed, and has a certificate. */
async function academyWithGraduate() {
  const academy = await testAcademy()
  const { db, deps, as, course, purchase, runJobs } = academy
  const nora = await academy.member({ firstName: 'Nora', lastName: 'Nightingale' })
  const [bought, given] = [await course({ title: 'Depositions' }), await course({ title: 'Reports' })]
  const purchaseId = await purchase(nora.id, bought.id)
  await deps.jobs.enqueue(db, sendReceipt, { purchaseId })
  await grantProduct(deps, { memberId: nora.id, slug: given.slug, reason: 'a class', by: OPERATOR })
  await as(nora).post(`/Academy/api/course/${bought.slug}/lecture/lecture-1/update/progress/`)
  const answers = bought.questions.map(({ id, right }) => ({ question_id: id, answer: right }))
  await submitExam(as(nora), bought.slug, answers)
  await as(nora).post(`/Academy/api/course/examination/request/certificate/${bought.slug}/`, { exam_id: bought.slug })
  await runJobs()
  await db.insert(secondFactors).values({
    memberId: nora.id,
    sealedSecret: 'canary-secret',
    createdAt: deps.now(),
    confirmedAt: deps.now(),
  })
  const [sold] = await db.select().from(purchases).where(eq(purchases.id, purchaseId))
  return { ...academy, nora, orderNumber: sold?.orderNumber ?? '' }
}

test('finds a member by every identifier and shows staff what they need, without secrets', async () => {
  const { deps, nora, orderNumber, member } = await academyWithGraduate()
  await member({ firstName: 'Nora', lastName: 'Barton' })
  const [first] = (await searchMembers(deps, { text: nora.username, limit: 9 })).members
  if (!first) throw new Error('nobody was found')
  const page = await getMemberProfile(deps, first)
  expect(page).toMatchObject({
    account: { email: nora.email, role: 'learner', lockedAt: null },
    factors: { codeSince: expect.any(Date), recoveryCodes: 0, passkeys: 0 },
    sessions: [{ device: expect.any(String) }],
    orders: [{ orderNumber, state: 'paid', totalCents: 29_900 }],
    grants: [{ reason: 'a class', revokedAt: null }],
    courses: [
      { course: 'Reports', completed: 0 },
      { course: 'Depositions', completed: 1, lectures: 2, hasAccess: true },
    ],
    examinations: [{ title: 'Depositions', isPassed: true, score: 10, total: 10, tries: 1, revokedAt: null }],
    mails: [{ result: 'sent' }, { result: 'sent' }],
  })
  for (const secret of ['canary-secret', nora.token, 'no password opens this'])
    expect(JSON.stringify(page)).not.toContain(secret)

  const certificate = page.examinations[0]?.certificate ?? ''
  const names = [nora.id, nora.email.toUpperCase(), orderNumber.toLowerCase(), certificate]
  for (const name of [...names, `https://academy.test/Certificate/${certificate}/`, 'nightingale nora'])
    expect([name, (await searchMembers(deps, { text: name, limit: 9 })).members.map(({ id }) => id)]).toEqual([
      name,
      [nora.id],
    ])
  expect((await searchMembers(deps, { text: 'NORA', limit: 9 })).members).toHaveLength(2)
  expect(await searchMembers(deps, { text: 'nora', limit: 1 })).toMatchObject({ isMore: true })
  expect((await searchMembers(deps, { text: '%', limit: 9 })).members).toEqual([])
})

test('shows what is left of an erased member, without a name', async () => {
  const { deps, nora, orderNumber, runJobs } = await academyWithGraduate()
  await eraseMember(deps, { memberId: nora.id, by: OPERATOR })
  await runJobs()
  const [first] = (await searchMembers(deps, { text: orderNumber, limit: 9 })).members
  if (!first) throw new Error('nobody was found')
  const page = await getMemberProfile(deps, first)
  expect(page).toMatchObject({ account: { erasedAt: expect.any(Date) }, sessions: [], mails: [], orders: [{}] })
  expect(JSON.stringify(page)).not.toContain(nora.email)
})

test('finds a name with any stored hyphen or apostrophe', async () => {
  const { deps, member } = await testAcademy()
  const stored = await member({ firstName: 'Nora', lastName: 'Smith\u2011O\u2019Brien' })
  const plain = await member({ firstName: 'Nora', lastName: "Smith-O'Brien" })
  for (const text of ["smith-o'brien", 'Smith\u2011O\u2019Brien', "Nora Smith\u2013O'Br"]) {
    const { members: found } = await searchMembers(deps, { text, limit: 9 })
    expect([text, found.map(({ id }) => id).toSorted()]).toEqual([text, [stored.id, plain.id].toSorted()])
  }
})
