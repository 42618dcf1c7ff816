import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '#db/tables/files.ts'
import { members, secondFactors } from '#db/tables/members.ts'
import { playbackPositions } from '#db/tables/study.ts'
import { setMemberRole } from '#features/people/member-administration/member-administration.public.ts'
import { startSession } from '#features/people/accounts/sessions.public.ts'
import { revokeCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { grantProduct } from '#features/commerce/access/grants.public.ts'
import { refundOrder } from '#features/commerce/payments/payments.public.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { measureBusyStretch } from '../../../../test/harness/measure-busy-stretch.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { submitExam } from '../../../../test/harness/submit-exam.ts'
import { exportDataForStaff } from './data-export.service.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

type Json = ReturnType<typeof JSON.parse>

function opened(zip: Uint8Array): { names: string[]; json: Json; size(name: string): number } {
  const entries = unzipSync(zip)
  return {
    names: Object.keys(entries),
    json: JSON.parse(strFromU8(entries['member.json'] ?? new Uint8Array())),
    size: (name) => entries[name]?.byteLength ?? 0,
  }
}

async function graduate(academy: TestAcademy): Promise<{ nurse: Member; course: string }> {
  const { as, emulator } = academy
  const nurse = await academy.member()
  const course = await academy.course({ title: 'Depositions' })
  const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: course.slug })
  await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
  await as(nurse).post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${getIntentId(body.clientSecret)}/`)
  const answers = course.questions.map(({ id, right }) => ({ question_id: id, answer: right }))
  await submitExam(as(nurse), course.slug, answers)
  await as(nurse).post(`/Academy/api/course/examination/request/certificate/${course.slug}/`, { exam_id: course.slug })
  await academy.runJobs()
  return { nurse, course: course.slug }
}

test("exports all of a member's data, with each list, certificates, and invoices, without secrets or others' data", async () => {
  const academy = await testAcademy()
  const { app, as, db, deps, pool } = academy
  const { nurse, course } = await graduate(academy)
  const given = await academy.course()
  const staff = await academy.member({ role: 'owner' })
  await grantProduct(deps, {
    memberId: nurse.id,
    slug: given.slug,
    reason: 'a class',
    by: { kind: 'member', memberId: staff.id, role: 'owner' },
  })
  await db.update(members).set({ passwordHash: 'canary-hash' }).where(eq(members.id, nurse.id))
  await db.insert(secondFactors).values({ memberId: nurse.id, sealedSecret: 'canary-secret', createdAt: new Date() })

  const headers = { authorization: `Token ${nurse.token}` }
  const reply = await app.inject({ method: 'GET', url: '/Academy/api/account/data/', headers })
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['content-disposition']]).toEqual([
    200,
    'application/zip',
    `attachment; filename="my-data.zip"; filename*=UTF-8''my-data.zip`,
  ])
  const { names, json, size } = opened(reply.rawPayload)
  expect(names).toEqual([
    'member.json',
    'certificates/1. Certificate of achievement - Depositions.pdf',
    'invoices/Invoice TEST-INV-000001.pdf',
  ])
  for (const name of names) expect(size(name)).toBeGreaterThan(1_000)
  expect(json).toMatchObject({
    members: [{ id: nurse.id, email: nurse.email, first_name: 'Nora' }],
    sessions: [{ agent: 'test' }],
    purchases: [{ product: course, state: 'paid', price_cents: 29_900, card_last4: '4242' }],
    invoices: [{ number: 1, content: { buyer: { email: nurse.email } } }],
    grants: [{ reason: 'a class' }],
    exam_attempts: [{ score: 10, answers: expect.arrayContaining([expect.objectContaining({ chosen: 'right' })]) }],
    certificates: [{ printed_name: 'Nora Nightingale' }],
    second_factors: [{ confirmed_at: null }],
    audit_events: [{ kind: 'grant.made', by_member: false, details: { why: 'a class' } }],
  })
  const text = JSON.stringify(json)
  for (const secret of ['canary-hash', 'canary-secret', staff.username, staff.id, nurse.token])
    expect(text).not.toContain(secret)

  expect((await readEventKinds(pool)).at(-1)).toBe('account.exported')
  for (let n = 0; n < 4; n += 1) await as(nurse).get('/Academy/api/account/data/')
  expect((await as(nurse).get('/Academy/api/account/data/')).status).toBe(429)
  await pool.query(`update sessions set confirmed_at = now() - interval '11 minutes'`)
  expect((await as(nurse).get('/Academy/api/account/data/')).body).toMatchObject({ code: 'confirm_identity' })
})

test("exports a staff member's actions with their times, but not whom they concerned", async () => {
  const academy = await testAcademy()
  const { deps, pool, as } = academy
  const { nurse, course } = await graduate(academy)
  const owner = await academy.member({ role: 'owner' })
  const by = { kind: 'member', memberId: owner.id, role: 'owner' } as const
  const { rows: certificates } = await pool.query<{ id: string }>('select id from certificates')
  const { rows: purchases } = await pool.query<{ number: string }>('select id as number from purchases')
  const [{ id: certificate = '' } = {}, { number = '' } = {}] = [certificates[0], purchases[0]]
  await revokeCertificate(deps, { id: certificate, reason: 'a test', by })
  await refundOrder(deps, { orderNumber: number, by })
  await setMemberRole(deps, { memberId: nurse.id, role: 'support', by })
  await startSession(deps, { memberId: owner.id, agent: 'elsewhere' })
  await as(owner).post('/Academy/api/account/log-out-everywhere/', { with_this_one: false })
  const { json } = opened((await exportDataForStaff(deps, { memberId: owner.id, by: OPERATOR })).content)
  const events = json['audit_events'] as { kind: string; by_member: boolean }[]
  const nothing = { subject_id: null, subject_name: null, before: null, after: null }
  for (const kind of ['certificate.revoked', 'refund.asked', 'account.role_changed'])
    expect(events.find((event) => event.kind === kind)).toMatchObject({ by_member: true, ...nothing })
  // Events about the member are included.
  expect(events.find(({ kind }) => kind === 'session.ended')).toMatchObject({ after: { sessions: 1 } })
  const text = JSON.stringify(json)
  for (const others of [certificate, number, course, nurse.id, nurse.username, nurse.email])
    expect(text).not.toContain(others)
})

test.skipIf(isEveryChange)(
  'exports ten thousand rows in few statements without blocking others',
  { timeout: 60_000 },
  async () => {
    const academy = await testAcademy()
    const { db, deps } = academy
    const nurse = await academy.member()
    const of = (n: number) => ({
      id: randomUUID(),
      sha256: `sha ${n}`,
      name: `${n}.mp4`,
      contentType: 'video/mp4',
      bytes: 1,
      isPublic: false,
    })
    for (let round = 0; round < 10; round += 1) {
      const some = Array.from({ length: 1_000 }, (_, n) => of(round * 1_000 + n))
      await db.insert(files).values(some)
      await db.insert(playbackPositions).values(some.map(({ id }) => ({ memberId: nurse.id, fileId: id, seconds: 1 })))
    }
    // Warms up, so that setup is not measured.
    await exportDataForStaff(deps, { memberId: nurse.id, by: OPERATOR })
    let copy: Uint8Array = new Uint8Array()
    let busyMs = 0
    const statements = await countStatements(async () => {
      busyMs = await measureBusyStretch(async () => {
        copy = (await exportDataForStaff(deps, { memberId: nurse.id, by: OPERATOR })).content
      })
    })
    expect(opened(copy).json['playback_positions']).toHaveLength(10_000)
    // Three statements per list for about thirty lists, one per five hundred rows, and a few others.
    expect(statements).toBeLessThanOrEqual(150)
    expect(busyMs).toBeLessThan(10)
  },
)
