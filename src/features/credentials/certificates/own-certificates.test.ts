import { expect, test } from 'vitest'
import { certificates, examAttempts } from '#db/tables/study.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { readPdf } from '../../../../test/oracles/pdf.ts'
import { revokeCertificate } from './certificates.public.ts'
import { certificateFileName } from './certificates.rules.ts'

const OWN_CERTIFICATES = '/Academy/api/account/certificates/'

async function createCertifiedMember() {
  const academy = await testAcademy()
  const nurse = await academy.member({ firstName: 'Nora', lastName: 'Nightingale' })
  const course = await academy.course({ title: 'Ethics' })
  await academy.purchase(nurse.id, course.id)
  const attempt = { memberId: nurse.id, courseId: course.id, score: 9, total: 10, answers: [], isCountedByServer: true }
  await academy.db.insert(examAttempts).values(attempt)
  const asNurse = academy.as(nurse)
  const request = `/Academy/api/course/examination/request/certificate/${course.slug}`
  expect((await asNurse.post(request, { exam_id: course.slug })).status).toBe(200)
  const id = (await asNurse.get(OWN_CERTIFICATES)).body.certificates[0].id as string
  return { ...academy, nurse, course, asNurse, id }
}

test("lists a member's certificates with dates and offers each as a PDF and by email again", async () => {
  const { app, asNurse, nurse, course, id, runJobs, mailbox, setTime, pool } = await createCertifiedMember()
  expect((await asNurse.get(OWN_CERTIFICATES)).body).toEqual({
    sent_to: nurse.email,
    certificates: [
      {
        id,
        course_id: course.slug,
        course_name: 'Ethics',
        issued_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        claim: 'passed',
        file_name: 'Certificate of achievement - Ethics.pdf',
        is_signed: false,
      },
    ],
    earned: [],
    revoked: [],
  })
  const headers = { authorization: `Token ${nurse.token}` }
  const pdf = await app.inject({ method: 'GET', url: `${OWN_CERTIFICATES}${id}/`, headers })
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect((await readPdf(pdf.rawPayload)).text).toContain('Nora Nightingale')

  await runJobs()
  // The queue measures the 45 seconds with the database's clock.
  await pool.query(
    `update pgboss.job set singleton_on = singleton_on - interval '1 hour' where name = 'send-certificate'`,
  )
  setTime(new Date(Date.now() + 60_000))
  expect((await asNurse.post(`${OWN_CERTIFICATES}${id}/send/`)).body).toEqual({ sent_to: nurse.email })
  await runJobs()
  expect((await mailbox()).filter(({ to }) => to === nurse.email)).toHaveLength(2)
})

test('gives certificates to no one else, and no revoked certificate', async () => {
  const { as, member, asNurse, id, deps } = await createCertifiedMember()
  const stranger = as(await member())
  expect((await stranger.get(OWN_CERTIFICATES)).body.certificates).toEqual([])
  for (const one of [id, 'nope', '../../..']) {
    expect((await stranger.get(`${OWN_CERTIFICATES}${encodeURIComponent(one)}/`)).status).toBe(404)
    expect((await stranger.post(`${OWN_CERTIFICATES}${encodeURIComponent(one)}/send/`)).status).toBe(404)
  }
  expect((await as(undefined).get(OWN_CERTIFICATES)).status).toBe(401)
  await revokeCertificate(deps, { id, reason: 'By mistake', by: OPERATOR })
  expect((await asNurse.get(OWN_CERTIFICATES)).body).toMatchObject({
    certificates: [],
    revoked: [{ id, course_name: 'Ethics', revoked_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
  })
  expect(await asNurse.get(`${OWN_CERTIFICATES}${id}/`)).toMatchObject({
    status: 404,
    body: { message: 'This certificate was revoked, so it can’t be downloaded.' },
  })
  expect((await asNurse.post(`${OWN_CERTIFICATES}${id}/send/`)).status).toBe(404)
})

test('lists certificates in three statements and emails at most a dozen an hour', async () => {
  const { asNurse, id } = await createCertifiedMember()
  expect(await countStatements(async () => void (await asNurse.get(OWN_CERTIFICATES)))).toBeLessThanOrEqual(3)
  const sent = await Promise.all(Array.from({ length: 14 }, () => asNurse.post(`${OWN_CERTIFICATES}${id}/send/`)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(12)
})

test('shows an earned, unrequested certificate while the course is owned, until it is requested', async () => {
  const { as, course, db, member, purchase } = await testAcademy()
  const nurse = await member()
  const [asked, failed, refunded, claimed] = [
    await course({ title: 'Ethics' }),
    await course(),
    await course(),
    await course(),
  ]
  for (const each of [asked, failed, claimed]) await purchase(nurse.id, each.id)
  await purchase(nurse.id, refunded.id, 'refunded')
  const attempt = { memberId: nurse.id, total: 10, answers: [], isCountedByServer: true }
  await db.insert(examAttempts).values([
    { ...attempt, courseId: asked.id, score: 8 },
    { ...attempt, courseId: asked.id, score: 9 },
    { ...attempt, courseId: failed.id, score: 7 },
    { ...attempt, courseId: refunded.id, score: 10 },
    { ...attempt, courseId: claimed.id, score: 10, isCountedByServer: false },
  ])
  const own = async () => (await as(nurse).get(OWN_CERTIFICATES)).body.earned
  expect(await own()).toEqual([
    { course_id: asked.slug, course_name: 'Ethics', passed_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  ])
  expect((await as(await member()).get(OWN_CERTIFICATES)).body.earned).toEqual([])
  const request = `/Academy/api/course/examination/request/certificate/${asked.slug}`
  expect((await as(nurse).post(request, { exam_id: asked.slug })).status).toBe(200)
  expect(await own()).toEqual([])
})

test('gives distinct file names to certificates of courses whose names are invalid in files, and delivers each', async () => {
  const names = [
    'C++ / §',
    '***',
    '???',
    'CON',
    'Ǫ 法律 …',
    `${'Very long '.repeat(40)}A`,
    `${'Very long '.repeat(40)}B`,
  ]
  const ids = names.map((_, at) => `${at}abcdefgh`)
  const files = names.map((courseName, at) =>
    certificateFileName({ id: ids[at] ?? '', courseName, completedAt: new Date(), passedAt: new Date() }),
  )
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(names.length)
  expect(files.slice(0, 2)).toEqual([
    'Certificate of completion - C++ § (0abcdefg).pdf',
    'Certificate of completion - (1abcdefg).pdf',
  ])
  for (const file of files) expect(Buffer.byteLength(file)).toBeLessThan(255)
  const { db, app, nurse, id } = await createCertifiedMember()
  await db.update(certificates).set({ courseName: 'Ǫ / 法律' })
  const pdf = await app.inject({ url: `${OWN_CERTIFICATES}${id}/`, headers: { authorization: `Token ${nurse.token}` } })
  expect(pdf.headers['content-disposition']).toBe(
    `attachment; filename="Certificate of achievement - O __ (${id.slice(0, 8)}).pdf"; filename*=UTF-8''${encodeURIComponent(
      `Certificate of achievement - Ǫ 法律 (${id.slice(0, 8)}).pdf`,
    )
      .replace('(', '%28')
      .replace(')', '%29')}`,
  )
})
