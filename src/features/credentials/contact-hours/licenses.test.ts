import { expect, test } from 'vitest'
import { approvals } from '#db/tables/approvals.ts'
import { certificates, evaluations } from '#db/tables/study.ts'
import { runScheduledDeletions, eraseMember } from '#features/back-office/privacy/erasure.service.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { readAllRows } from '../../../../test/harness/stored-data.ts'
import { submitExam } from '../../../../test/harness/submit-exam.ts'
import { readPdf } from '../../../../test/oracles/pdf.ts'

const LICENSES = '/Academy/api/account/licenses/'
const CALIFORNIA = { state: 'CA', profession: 'RN', number: '95123456' }

/** A member who passed a course with contact hours and wants the license printed. */
async function createPassedMember() {
  const academy = await testAcademy()
  const { db, member, course, purchase, as } = academy
  const nurse = await member()
  const exam = await course({ title: 'Depositions' })
  await purchase(nurse.id, exam.id)
  await academy.completeLectures(nurse.id, exam)
  await db.insert(approvals).values({
    courseId: exam.id,
    approver: 'Board of Example',
    statement: 'Approved by the Board of Example.',
    provider: '12345',
    hours: '1.0',
    validFrom: '2020-01-01',
    validUntil: '2099-12-31',
    needsLicense: true,
    reasoning: '',
  })
  const caller = as(nurse)
  const answers = exam.questions.map(({ id, right }) => ({ question_id: id, answer: right }))
  await submitExam(caller, exam.slug, answers)
  await caller.post(`/Academy/api/course/examination/evaluation/${exam.slug}/`, {
    ratings: [5, 5, 5, 5, 5],
    attested: true,
    name: 'Nora Nightingale',
  })
  const request = () =>
    caller.post(`/Academy/api/course/examination/request/certificate/${exam.slug}/`, { exam_id: exam.slug })
  return { ...academy, nurse, exam, caller, request, give: (body: unknown) => caller.post(LICENSES, body) }
}

test('withholds the certificate until a required license is given, then prints it on the PDF and nothing public', async () => {
  const { request, give, caller, as, db, runJobs, mailbox, exam } = await createPassedMember()
  expect(await request()).toMatchObject({ status: 409, body: { missing: ['license'] } })
  const steps = await caller.get(`/Academy/api/course/examination/evaluation/${exam.slug}/`)
  expect(steps.body).toMatchObject({ needs_license: true })
  expect(await give(CALIFORNIA)).toMatchObject({ status: 200, body: [CALIFORNIA] })
  expect((await request()).body).toEqual({ message: 'SUCCESS' })
  await runJobs()
  const [email] = await mailbox()
  const [pdf] = email?.attachments ?? []
  const { text } = await readPdf(Buffer.from(pdf?.content ?? '', 'base64'))
  expect(text.replaceAll(/\s+/g, ' ')).toContain('License: RN CA 95123456.')
  const [{ id } = { id: '' }] = await db.select().from(certificates)
  for (const address of [`/Academy/api/certificate/${id}/`, `/Certificate/${id}`]) {
    const shown = await as(undefined).get(address, { accept: 'application/json' })
    expect(shown.text).not.toContain('95123456')
  }
})

test("stores one number per state and profession, and deletes it at the holder's request", async () => {
  const { give, caller, as, member } = await createPassedMember()
  await give(CALIFORNIA)
  await give({ ...CALIFORNIA, state: ' nevada', number: 'License #  RN 77-1 ' })
  const { body } = await give({ ...CALIFORNIA, number: '1234' })
  expect(body).toMatchObject([
    { ...CALIFORNIA, number: '1234' },
    { state: 'NV', number: '77-1' },
  ])
  const stranger = as(await member())
  expect((await stranger.post(`${LICENSES}${body[0].id}/remove/`)).status).toBe(404)
  expect((await stranger.get(LICENSES)).body).toEqual([])
  expect((await caller.post(`${LICENSES}${body[0].id}/remove/`)).body).toMatchObject([{ state: 'NV' }])
})

test.each([
  ['state', { state: 'XX' }],
  ['profession', { profession: 'MD' }],
  ['number', { number: '' }],
  ['number', { number: '=cmd|x' }],
  ['number', { number: '0 ..--' }],
  ['number', { number: 'RN' }],
  ['number', { number: '7' }],
  ['number', { number: '1'.repeat(31) }],
])('reports an invalid %s on its field and stores nothing', async (field, wrong) => {
  const { give, caller } = await createPassedMember()
  expect(await give({ ...CALIFORNIA, ...wrong })).toMatchObject({
    status: 400,
    body: { fields: { [field]: [expect.any(String)] } },
  })
  expect((await caller.get(LICENSES)).body).toEqual([])
})

test("retains a sealed record of an erased member's completion for six years, and nothing after", async () => {
  const { give, request, deps, nurse, pool, setTime } = await createPassedMember()
  await give(CALIFORNIA)
  await request()
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  const stored = async () => [...(await readAllRows(pool)).values()].join('\n')
  expect(await stored()).not.toContain('95123456')
  const readRetained = async () => (await pool.query(`select keep_until from kept_records where kind = 'award'`)).rows
  expect(await readRetained()).toHaveLength(1)
  const after = (days: number) => {
    const time = new Date()
    time.setUTCFullYear(time.getUTCFullYear() + 6)
    return new Date(time.getTime() + days * 24 * 60 * 60_000)
  }
  setTime(after(-1))
  await runScheduledDeletions(deps)
  expect(await readRetained()).toHaveLength(1)
  setTime(after(1))
  await runScheduledDeletions(deps)
  expect(await readRetained()).toEqual([])
})

test('retains nothing of an erased member for a course without contact hours', async () => {
  const { request, deps, nurse, pool, db } = await createPassedMember()
  await db.delete(approvals)
  await request()
  await db.delete(evaluations)
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  expect((await pool.query(`select 1 from kept_records where kind = 'award'`)).rows).toEqual([])
})
