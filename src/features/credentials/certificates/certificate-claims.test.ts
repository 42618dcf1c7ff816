import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { examAttempts } from '#db/tables/study.ts'
import { createSigningAcademy } from '../../../../test/harness/graduate.ts'
import { readPdf } from '../../../../test/oracles/pdf.ts'

/** A member who passed on November 20 and completed this many of the course's two lectures on November 21. */
async function createHolder(lectures: number) {
  const academy = await createSigningAcademy()
  academy.setTime(new Date('2026-11-22T12:00:00Z'))
  const { as, db, member, course: createCourse, purchase, pool } = academy
  const nurse = await member()
  const course = await createCourse({ title: 'Reading Records' })
  await purchase(nurse.id, course.id)
  const passed = { memberId: nurse.id, courseId: course.id, score: 9, total: 10, answers: [], isCountedByServer: true }
  await db.insert(examAttempts).values({ ...passed, createdAt: new Date('2026-11-20T12:00:00Z') })
  const complete = (many: number, day: string) =>
    pool.query(
      `insert into lecture_completions (member_id, lecture_id, completed_at)
       select $1, id, $2 from lectures where course_id = $3 order by position limit $4 on conflict do nothing`,
      [nurse.id, day, course.id, many],
    )
  await complete(lectures, '2026-11-21T12:00:00Z')
  const caller = as(nurse)
  await caller.post(`/Academy/api/course/examination/request/certificate/${course.slug}`, { exam_id: course.slug })
  await academy.runJobs()
  const { certificates: listed } = (await caller.get('/Academy/api/account/certificates/')).body
  const id = listed[0].id as string
  const read = async () => (await as(undefined).get(`/Academy/api/certificate/${id}/`)).body
  const [email] = await academy.mailbox()
  const { text: pdf } = await readPdf(Buffer.from(email?.attachments[0]?.content ?? '', 'base64'))
  const credential: unknown = JSON.parse((await as(undefined).get(`/Academy/api/certificate/${id}/credential/`)).text)
  return { ...academy, id, complete, read, listed, email: email?.text, pdf, credential }
}

test.each([0, 1])(
  'claims a passed exam and no completion with %i of 2 lectures completed at issue',
  async (lectures) => {
    const { read, listed, email, pdf, credential, complete } = await createHolder(lectures)
    const claim = { claim: 'passed', completed_on: '2026-11-20' }
    expect(await read()).toMatchObject(claim)
    expect(listed).toMatchObject([{ claim: 'passed', file_name: 'Certificate of achievement - Reading Records.pdf' }])
    expect(email).toContain('You passed the exam for Reading Records.')
    expect(pdf).toContain('has passed the examination for')
    expect(credential).toMatchObject({
      name: 'Certificate of achievement: Reading Records',
      credentialSubject: { achievement: { achievementType: 'Certificate' } },
    })
    for (const words of [email, pdf, JSON.stringify(credential)]) expect(words).not.toMatch(/complet/i)

    // The claim is based on the day of issue.
    await complete(2, '2026-11-22T13:00:00Z')
    expect(await read()).toMatchObject(claim)
  },
)

test('claims completion, on the day of the last lecture, with all lectures completed at issue', async () => {
  const { read, listed, email, pdf, credential } = await createHolder(2)
  expect(await read()).toMatchObject({ claim: 'completed', completed_on: '2026-11-21' })
  expect(listed).toMatchObject([{ claim: 'completed', file_name: 'Certificate of completion - Reading Records.pdf' }])
  expect(email).toContain('You completed Reading Records and passed its exam.')
  expect(pdf).toContain('has completed the course and passed the examination for')
  expect(pdf).toContain('Completed on November 21, 2026')
  expect(credential).toMatchObject({
    name: 'Certificate of completion: Reading Records',
    credentialSubject: { achievement: { achievementType: 'CertificateOfCompletion' } },
  })
})

const MIGRATION = 'src/db/migrations/0072_certificate_claims.sql'

test.each([
  ['all lectures', 2, '2026-11-21T12:00:00Z', 'completed'],
  ['all lectures, one of them after the issue', 1, '2026-11-23T12:00:00Z', 'passed'],
  ['no lecture', 0, undefined, 'passed'],
])(
  'the migration finds the claim of a certificate issued before, with %s completed',
  async (_, first, later, claim) => {
    const { pool, complete, read } = await createHolder(first)
    if (later !== undefined) await complete(2, later)
    await pool.query(`update certificates set completed_at = null`)
    await pool.query(`update lectures set added_at = '2026-11-01'`)
    const [, update = ''] = (await readFile(MIGRATION, 'utf8')).split('--> statement-breakpoint')
    await pool.query(update)
    expect(await read()).toMatchObject({ claim })
  },
)
