import { expect, test } from 'vitest'
import { members } from '#db/tables/members.ts'
import { purchases } from '#db/tables/sales.ts'
import { certificates, examAttempts } from '#db/tables/study.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { restoreCertificate, revokeCertificate, revokeWithPurchase } from './certificates.public.ts'

const REQUEST = '/Academy/api/course/examination/request/certificate/'

async function createGraduate(
  names: { firstName?: string; lastName?: string } = {},
  attempt: { score?: number; isCountedByServer?: boolean } = {},
) {
  const academy = await testAcademy()
  const nurse = await academy.member(names)
  const course = await academy.course({ title: 'Defense Medical Exam Training' })
  await academy.purchase(nurse.id, course.id)
  await academy.db.insert(examAttempts).values({
    memberId: nurse.id,
    courseId: course.id,
    score: attempt.score ?? 8,
    total: 10,
    answers: [],
    isCountedByServer: attempt.isCountedByServer ?? true,
    createdAt: new Date('2026-11-20T12:00:00Z'),
  })
  const request = () => academy.as(nurse).post(`${REQUEST}${course.slug}`, { exam_id: course.slug })
  return { ...academy, makeCourse: academy.course, nurse, course, request }
}

test('issues one certificate, sent once, for twenty simultaneous requests', async () => {
  const { request, runJobs, mailbox, db } = await createGraduate()
  const replies = await Promise.all(Array.from({ length: 20 }, request))
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  await runJobs()
  const issued = await db.select().from(certificates)
  expect(issued).toHaveLength(1)
  expect((await mailbox()).map(({ text }) => text.includes(issued[0]?.id ?? 'none'))).toEqual([true])
})

test('issues none when a refund that is being settled ends access', async () => {
  const { request, nurse, course, db, deps, pool } = await createGraduate()
  let reply: Awaited<ReturnType<typeof request>> | undefined
  const isWaiting = async () => {
    const { rowCount } = await pool.query(
      `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
    )
    return rowCount !== 0
  }
  let requested: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await tx.update(purchases).set({ state: 'refunded' })
    await revokeWithPurchase(deps, tx, { memberId: nurse.id, productId: course.id, reason: 'x', now: deps.now() })
    requested = request().then((got) => (reply = got))
    await expect.poll(async () => reply !== undefined || (await isWaiting()), { timeout: 10_000 }).toBe(true)
  })
  await requested
  expect(reply).toMatchObject({ status: 404 })
  expect(await db.select().from(certificates)).toEqual([])
})

test('does not resend a revoked certificate and says so, until it is restored', async () => {
  const { request, runJobs, mailbox, nurse, db, pool, deps, as } = await createGraduate()
  await request()
  await runJobs()
  const [{ id } = { id: '' }] = await db.select().from(certificates)
  const shown = async () => (await as(undefined).get(`/Academy/api/certificate/${id}/`)).body
  await revokeCertificate(deps, { id, reason: 'taken by somebody else', by: OPERATOR })
  expect(await shown()).toMatchObject({ status: 'revoked', name: 'Nora Nightingale' })
  expect(JSON.stringify(await shown())).not.toContain('somebody else')
  expect(await request()).toMatchObject({
    status: 403,
    body: {
      message:
        'This certificate was revoked. Buying the course or passing again doesn’t restore it. Please contact us.',
    },
  })
  await runJobs()
  const [, email, ...others] = (await mailbox()).toReversed()
  expect(others).toEqual([])
  expect(email).toMatchObject({
    to: nurse.email,
    subject: 'Your certificate was revoked',
    text: expect.stringContaining('Reason: taken by somebody else'),
  })
  await expect(revokeCertificate(deps, { id, reason: 'again', by: OPERATOR })).rejects.toThrow('taken by somebody else')

  await restoreCertificate(deps, { id, reason: 'looked at again', by: OPERATOR })
  expect(await shown()).toMatchObject({ status: 'valid' })
  await runJobs()
  expect((await mailbox())[0]).toMatchObject({
    subject: expect.stringContaining('is valid again'),
    text: expect.stringContaining('Reason: looked at again'),
  })
  const { rows } = await pool.query(
    `select v.details from audit_personal_values v join audit_events e on e.id = v.event_id where e.kind = 'certificate.restored' and v.member_id = $1`,
    [nurse.id],
  )
  expect(rows).toEqual([{ details: expect.objectContaining({ why: 'looked at again' }) }])
  await expect(restoreCertificate(deps, { id, reason: 'looked at again', by: OPERATOR })).rejects.toThrow(
    'already valid',
  )
  await expect(revokeCertificate(deps, { id: 'unknown', reason: 'x', by: OPERATOR })).rejects.toThrow('no certificate')
  expect(await readEventKinds(pool)).toEqual(['certificate.revoked', 'certificate.restored'])
})

test.each([
  ['79 percent', { score: 7 }],
  ['a score claimed by the browser', { score: 10, isCountedByServer: false }],
])('earns nothing with %s', async (_, attempt) => {
  const { request, runJobs, mailbox, db } = await createGraduate({}, attempt)
  expect(await request()).toMatchObject({ status: 409, body: { code: 'exam_not_passed' } })
  await runJobs()
  expect(await db.select().from(certificates)).toHaveLength(0)
  expect(await mailbox()).toHaveLength(0)
})

test('asks for a missing name and rejects a name with characters that the typeface lacks', async () => {
  const unnamed = await createGraduate({ firstName: '', lastName: ' ' })
  expect(await unnamed.request()).toMatchObject({
    status: 400,
    body: { fields: { first_name: ['Enter the name to print on your certificate.'] } },
  })
  expect(await unnamed.db.select().from(certificates)).toHaveLength(0)
})

test('asks again for a name stored before there were rules, and keeps it on issued certificates', async () => {
  const { request, db, as } = await createGraduate()
  const before = { credentialsAfterName: 'MD, Board Certified by the State of Example' }
  await db.update(members).set(before)
  expect(await request()).toMatchObject({
    status: 400,
    body: { fields: { first_name: [expect.stringContaining('Check the name')] } },
  })
  expect(await db.select().from(certificates)).toHaveLength(0)

  await db.update(members).set({ credentialsAfterName: 'RN' })
  await request()
  await db.update(certificates).set({ printedName: `Nora, ${before.credentialsAfterName}` })
  const [{ id } = { id: '' }] = await db.select().from(certificates)
  expect((await as(undefined).get(`/Academy/api/certificate/${id}/`)).body).toMatchObject({
    status: 'valid',
    name: 'Nora, MD, Board Certified by the State of Example',
  })
})

test('rejects a name with characters that the typeface lacks, naming them', async () => {
  const { request } = await createGraduate({ firstName: '李', lastName: 'Ming' })
  expect((await request()).body.message).toBe(
    'Certificates can’t include 李. Please use Latin, Greek, or Cyrillic letters.',
  )
  const { request: again } = await createGraduate({ firstName: 'Ko\uA7CBfi', lastName: 'Ming' })
  expect((await again()).body.message).toBe(
    'Certificates can’t include \uA7CB. Please remove this character, or type the closest letter or symbol.',
  )
})

test("gives nothing for another course's exam, for a course that is not owned, or to a visitor", async () => {
  const { as, nurse, course: own, member, makeCourse } = await createGraduate()
  const other = await makeCourse({ title: 'Other' })
  expect((await as(nurse).post(`${REQUEST}${own.slug}`, { exam_id: other.slug })).status).toBe(404)
  expect((await as(nurse).post(`${REQUEST}${other.slug}`, { exam_id: other.slug })).status).toBe(404)
  expect((await as(await member()).post(`${REQUEST}${own.slug}`, { exam_id: own.slug })).status).toBe(404)
  expect((await as(undefined).post(`${REQUEST}${own.slug}`, { exam_id: own.slug })).status).toBe(401)
})

test('finds a certificate by its ID as people type it, unless two certificates fit', async () => {
  const { as, db, member, course } = await createGraduate()
  const issue = async (id: string) => {
    const { id: memberId } = await member()
    const [attempt] = await db
      .insert(examAttempts)
      .values({ memberId, courseId: course.id, score: 8, total: 10, answers: [], isCountedByServer: true })
      .returning({ attemptId: examAttempts.id })
    const { attemptId = '' } = attempt ?? {}
    await db
      .insert(certificates)
      .values({ id, memberId, courseId: course.id, attemptId, printedName: 'Nora', courseName: 'Ethics' })
  }
  const find = async (typed: string) => {
    const { status, body } = await as(undefined).get(`/Academy/api/certificate/find/${encodeURIComponent(typed)}/`)
    return status === 200 ? body.id : status
  }
  const id = 'kOYx1Qm4-b9tRlsW8zPd0fGh_3L'
  await issue(id)
  for (const typed of [
    id,
    'koyx1qm4-b9trlsw8zpd0fgh_3l',
    ' K0YXLQM4-B9TR1SW8ZPDOFGH_3I ',
    `https://academy.test/Certificate/${id}`,
  ])
    expect([typed, await find(typed)]).toEqual([typed, id])
  for (const typed of [id.slice(1), `${id}L`, `${id.slice(0, -1)}M`, '%', '_'.repeat(id.length), '…'])
    expect([typed, await find(typed)]).toEqual([typed, 404])

  const similar = id.replace('kO', 'k0')
  await issue(similar)
  expect([await find(id), await find(similar), await find(id.toLowerCase())]).toEqual([id, similar, 404])
})

test('returns 404 for an unknown certificate ID', async () => {
  const { as } = await testAcademy()
  expect(await as(undefined).get('/Academy/api/certificate/unknown/')).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
})
