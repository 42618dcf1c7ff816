import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approvals } from '#db/tables/approvals.ts'
import { members } from '#db/tables/members.ts'
import { certificates, evaluations, examAttempts } from '#db/tables/study.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import type { Approval } from '#shared/contact-hours.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { getEvaluationSummary } from './evaluations.public.ts'

const APPROVAL: Approval = {
  approver: 'Board of Example',
  statement: 'Approved by the Board of Example, provider 12345, for 1.2 contact hours.',
  provider: '12345',
  hours: '1.29',
  validFrom: '2026-11-20',
  validUntil: '2026-11-20',
  needsLicense: false,
  reasoning: '',
}
const ALL_RATINGS = [5, 4, 3, 2, 1]
const NONE = [null, null, null, null, null]

async function createPassedMember(approval: Approval | null = APPROVAL) {
  const academy = await testAcademy()
  const nurse = await academy.member()
  const course = await academy.course({ title: 'Depositions' })
  if (approval) await academy.db.insert(approvals).values({ courseId: course.id, ...approval })
  await academy.purchase(nurse.id, course.id)
  await academy.db.insert(examAttempts).values({
    memberId: nurse.id,
    courseId: course.id,
    score: 8,
    total: 10,
    answers: [],
    isCountedByServer: true,
    createdAt: new Date('2026-11-20T12:00:00Z'),
  })
  await academy.completeLectures(nurse.id, course, new Date('2026-11-20T11:00:00Z'))
  const address = `/Academy/api/course/examination/evaluation/${course.slug}/`
  const caller = academy.as(nurse)
  return {
    ...academy,
    nurse,
    exam: course,
    caller,
    address,
    give: (body: unknown) => caller.post(address, body),
    read: async () => (await caller.get(address)).body,
    request: () =>
      caller.post(`/Academy/api/course/examination/request/certificate/${course.slug}`, { exam_id: course.slug }),
    stored: async () => (await academy.db.select().from(certificates))[0],
  }
}

test('requires nothing without an approval of contact hours: the call answers SUCCESS as before', async () => {
  const { request, stored, read } = await createPassedMember(null)
  expect(await read()).toMatchObject({ contact_hours: null, has_certificate: false, is_attested: false, ratings: NONE })
  expect(await request()).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
  expect(await stored()).toMatchObject({ contactHours: null })
  expect(await read()).toMatchObject({ has_certificate: true })
})

test('requires evaluation and attestation with an approval and names each while it is missing', async () => {
  const { request, give, read, stored, db } = await createPassedMember()
  expect(await read()).toMatchObject({ contact_hours: '1.2 contact hours', name: { printed: 'Nora Nightingale' } })
  expect(await request()).toMatchObject({
    status: 409,
    body: {
      code: 'steps_missing',
      missing: ['evaluation', 'attestation'],
      message:
        'This course awards contact hours. Before we issue the certificate, we need your evaluation of the course and your attestation that you completed it yourself.',
    },
  })
  await give({ ratings: [5, 4, null, 2, 1] })
  expect((await request()).body).toMatchObject({ missing: ['evaluation', 'attestation'] })
  await give({ ratings: ALL_RATINGS, words: ' More cases. ' })
  expect((await request()).body).toMatchObject({ missing: ['attestation'] })
  expect(await stored()).toBeUndefined()
  expect(
    await give({ ratings: ALL_RATINGS, words: 'More cases.', attested: true, name: 'Nora Nightingale' }),
  ).toMatchObject({
    status: 200,
  })
  expect(await read()).toMatchObject({ is_attested: true, ratings: ALL_RATINGS, words: 'More cases.' })
  expect(await request()).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
  expect(await stored()).toMatchObject({
    contactHours: { approver: 'Board of Example', provider: '12345', hours: 1.2, statement: APPROVAL.statement },
  })
  const [given] = await db.select().from(evaluations)
  expect(given).toMatchObject({ attestedName: 'Nora Nightingale', attestedAt: expect.any(Date) })
})

test.each([
  ['a day after its last day', { validUntil: '2026-11-19', validFrom: '2026-11-01' }],
  ['a day before its first day', { validFrom: '2026-11-21', validUntil: '2026-12-01' }],
  ['without its statement', { statement: ' ' }],
  ['without hours', { hours: '' }],
  ['with zero hours', { hours: '0.09' }],
])('awards and requires nothing with an approval %s', async (_, part) => {
  const { request, stored } = await createPassedMember({ ...APPROVAL, ...part })
  expect((await request()).status).toBe(200)
  expect(await stored()).toMatchObject({ contactHours: null })
})

test("keeps the first attestation's time, and asks nothing of a certificate holder whatever the course awards later", async () => {
  const { give, db, request, setTime, exam } = await createPassedMember(null)
  setTime(new Date('2026-11-21T10:00:00Z'))
  await give({ ratings: NONE, attested: true, name: 'Nora Nightingale' })
  setTime(new Date('2026-11-21T11:00:00Z'))
  await give({ ratings: ALL_RATINGS, attested: true, name: 'Nora Nightingale' })
  const [given] = await db.select().from(evaluations)
  expect(given?.attestedAt?.toISOString()).toBe('2026-11-21T10:00:00.000Z')
  await db.delete(evaluations)
  expect((await request()).status).toBe(200)
  await db.insert(approvals).values({ courseId: exam.id, ...APPROVAL })
  expect((await request()).status).toBe(200)
})

test('requires confirming the attestation again after a name change', async () => {
  const { give, read, request, stored, db, nurse } = await createPassedMember()
  await give({ ratings: ALL_RATINGS, attested: true, name: 'Nora Nightingale' })
  await db.update(members).set({ lastName: 'Stranger' }).where(eq(members.id, nurse.id))
  expect(await read()).toMatchObject({ is_attested: false, name: { printed: 'Nora Stranger' } })
  expect(await request()).toMatchObject({ status: 409, body: { missing: ['attestation'] } })
  expect(await stored()).toBeUndefined()
  await give({ ratings: ALL_RATINGS, attested: true, name: 'Nora Stranger' })
  expect((await request()).status).toBe(200)
  expect(await stored()).toMatchObject({ printedName: 'Nora Stranger' })
})

test('reports how many questions are unanswered', async () => {
  const { give } = await createPassedMember()
  const said = async (ratings: unknown) => (await give({ ratings })).body.message
  expect(await said([5, 4, null, 2, 1])).toBe('Thank you. Your evaluation was saved. 1 question is still unanswered.')
  expect(await said([5, null, null, 2, 1])).toBe(
    'Thank you. Your evaluation was saved. 2 questions are still unanswered.',
  )
  expect(await said(ALL_RATINGS)).toBe('Thank you. Your evaluation was saved.')
})

test('does not confirm a name that changed meanwhile and stores nothing', async () => {
  const { give, db, nurse } = await createPassedMember()
  await db.update(members).set({ lastName: 'Night' }).where(eq(members.id, nurse.id))
  expect(await give({ ratings: ALL_RATINGS, attested: true, name: 'Nora Nightingale' })).toMatchObject({
    status: 400,
    body: { fields: { name: [expect.stringContaining('changed after you opened this page')] } },
  })
  expect(await db.select().from(evaluations)).toEqual([])
})

test.each([
  ['six', [1, 2, 3, 4, 5, 1]],
  ['0', [0, 1, 1, 1, 1]],
  ['6', [6, 1, 1, 1, 1]],
  ['half', [1.5, 1, 1, 1, 1]],
])('rejects ratings of %s', async (_, ratings) => {
  const { give, db } = await createPassedMember()
  expect((await give({ ratings })).status).toBe(400)
  expect(await db.select().from(evaluations)).toEqual([])
})

test('rejects an evaluation of a course that is not owned', async () => {
  const { as, member, address } = await createPassedMember()
  const stranger = as(await member())
  expect((await stranger.get(address)).status).toBe(404)
  expect((await stranger.post(address, { ratings: ALL_RATINGS })).status).toBe(404)
  expect((await as(undefined).post(address, { ratings: ALL_RATINGS })).status).toBe(401)
})

test('shows staff means, rating counts, and comments in three statements at most, and erasing removes the comments', async () => {
  const { give, db, deps, exam, nurse, member, as, purchase, address } = await createPassedMember()
  await give({ ratings: ALL_RATINGS, words: 'Too fast.', attested: true, name: 'Nora Nightingale' })
  const other = await member()
  await purchase(other.id, exam.id)
  expect(await as(other).post(address, { ratings: ALL_RATINGS, attested: true, name: 'Rita Record' })).toMatchObject({
    status: 409,
    body: { code: 'exam_not_passed' },
  })
  await db.insert(examAttempts).values({
    memberId: other.id,
    courseId: exam.id,
    score: 8,
    total: 10,
    answers: [],
    isCountedByServer: true,
  })
  await as(other).post(address, { ratings: [4, null, null, null, null] })
  const summary = () => getEvaluationSummary(db, exam.id, { offset: 0 })
  expect(await summary()).toMatchObject({ members: 2, words: ['Too fast.'], isMore: false })
  const { questions } = await summary()
  expect(questions.map(({ mean, members }) => [mean, members])).toEqual([
    [4.5, 2],
    [4, 1],
    [3, 1],
    [2, 1],
    [1, 1],
  ])
  expect(questions[0]?.counts).toEqual([0, 0, 0, 1, 1])
  expect(await countStatements(async () => void (await summary()))).toBeLessThanOrEqual(3)
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  expect(await summary()).toMatchObject({ members: 2, words: [] })
  expect(await db.select().from(evaluations)).not.toContainEqual(
    expect.objectContaining({ attestedName: 'Nora Nightingale' }),
  )
})
