import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { approvals } from '#db/tables/approvals.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import {
  generateCertificateFiles,
  correctLicense,
  revokeCertificate,
} from '#features/credentials/certificates/certificates.public.ts'
import type { Staff } from '#shared/policy.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { submitExam } from '../../../../test/harness/submit-exam.ts'
import { readPdf } from '../../../../test/oracles/pdf.ts'
import { exportAwards } from './awards-export.service.ts'
import { getAwards } from './awards.service.ts'

const FILE = '/Academy/api/studio/completions/csv/'
const HEAD = '\uFEFFcompleted_on,name,course,contact_hours,approver,provider_number,licenses,attested_on,certificate'
const REQUEST = '/Academy/api/course/examination/request/certificate/'
const LICENSES = 'License: RN CA 77; RN FL 9123456'
const BROKER = { provider: '1234', course: '567890', state: 'FL' }

/** An academy with two members who were awarded contact hours on November 23, one of them with licenses. */
async function createAwardedAcademy() {
  const academy = await testAcademy()
  academy.setTime(new Date('2026-11-23T12:00:00Z'))
  const { db, deps, pool, member, course, purchase, as } = academy
  const exam = await course({ title: 'Depositions' })
  await db.insert(approvals).values({
    courseId: exam.id,
    approver: '=Board("x")',
    statement: 'Approved.',
    provider: '12345',
    hours: '1.25',
    validFrom: '2026-01-01',
    validUntil: '2026-12-31',
    needsLicense: false,
    reasoning: '',
  })
  const earn = async (firstName: string, licenses: { state: string; profession: string; number: string }[]) => {
    const nurse = await member({ firstName })
    await purchase(nurse.id, exam.id)
    await academy.completeLectures(nurse.id, exam)
    const caller = as(nurse)
    const answers = exam.questions.map(({ id, right }) => ({ question_id: id, answer: right }))
    await submitExam(caller, exam.slug, answers)
    for (const license of licenses) await caller.post('/Academy/api/account/licenses/', license)
    await caller.post(`/Academy/api/course/examination/evaluation/${exam.slug}/`, {
      ratings: [5, 5, 5, 5, 5],
      attested: true,
      name: `${firstName} Nightingale`,
    })
    await caller.post(`${REQUEST}${exam.slug}/`, { exam_id: exam.slug })
    return nurse
  }
  const nora = await earn('Nora', [
    { state: 'FL', profession: 'RN', number: '9123456' },
    { state: 'CA', profession: 'RN', number: '77' },
  ])
  const ownerMember = await member({ role: 'owner' })
  const owner = as(ownerMember)
  /** These tests move the clock by hours, so an export requires confirming the identity again. */
  const confirmIdentity = () => pool.query('update sessions set confirmed_at = $1', [deps.now()])
  const file = async (body: object = {}) => {
    await confirmIdentity()
    const { text, status } = await owner.post(FILE, body)
    return { status, lines: text.split('\r\n').filter(Boolean) }
  }
  /** The workbook's cells by row. */
  const roster = async (body: object) => {
    await confirmIdentity()
    const reply = await academy.app.inject({
      method: 'POST',
      url: FILE,
      headers: { authorization: `Token ${ownerMember.token}` },
      payload: body,
    })
    expect(reply.headers['content-disposition']).toContain('ce-broker.xlsx')
    const sheet = strFromU8(unzipSync(reply.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    return [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
      [
        ...row.matchAll(/<c (?:t="inlineStr"><is><t xml:space="preserve">(.*?)<\/t><\/is>|s="1"><v>(.*?)<\/v>)<\/c>/g),
      ].map(([, text, day]) => text ?? Number(day)),
    )
  }
  /** Members N1, N2, and so on, three of whom completed the course in each second from this time on. */
  const awardMany = (count: number, since: string) =>
    pool.query(
      `with made as (
          insert into members (username, email, first_name, last_name, password_hash, email_verified_at)
            select 'many' || n, 'many' || n || '@example.com', 'Many', 'N' || n, 'x', now() from generate_series(1, $2::int) n returning id, last_name),
        tried as (
          insert into exam_attempts (member_id, course_id, score, total, answers, is_counted_by_server, created_at)
            select id, $1, 10, 10, '[]', true, $4::timestamptz + make_interval(secs => substr(last_name, 2)::int / 3) from made returning id, member_id)
        insert into certificates (id, member_id, course_id, attempt_id, issued_at, printed_name, course_name, contact_hours)
          select 'many' || tried.id, made.id, $1, tried.id, now(), made.last_name, 'Depositions', given.contact_hours
            from tried join made on made.id = tried.member_id, certificates given where given.member_id = $3`,
      [exam.id, count, nora.id, since],
    )
  return { ...academy, exam, earn, nora, owner, file, roster, awardMany }
}

test('exports completions as a spreadsheet with formulas neutralized and logs who exported them', async () => {
  const { file, earn, pool, setTime } = await createAwardedAcademy()
  setTime(new Date('2026-11-23T13:00:00Z'))
  await earn('Ada', [])
  const { lines } = await file()
  expect(lines).toEqual([
    HEAD,
    expect.stringMatching(
      /^2026-11-23,Nora Nightingale,Depositions,1\.2,"'=Board\(""x""\)",'12345,RN CA 77; RN FL 9123456,2026-11-23,/,
    ),
    expect.stringMatching(/^2026-11-23,Ada Nightingale,Depositions,1\.2,/),
  ])
  const { rows } = await pool.query(`select after from audit_events where kind = 'completions.exported'`)
  expect(rows).toEqual([{ after: { format: 'csv' } }])
})

test('includes each completion once, earliest first, in batches of a few hundred, with erased members last', async () => {
  const { file, nora, deps, awardMany } = await createAwardedAcademy()
  const MANY = 1_101
  await awardMany(MANY, '2026-11-22T12:00:00Z')
  await eraseMember(deps, { memberId: nora.id, by: OPERATOR })
  const statements = await countStatements(async () => {
    const { lines } = await file()
    const names = lines.slice(1).map((line) => line.split(',')[1] ?? '')
    expect(names).toHaveLength(MANY + 1)
    expect(new Set(names).size).toBe(MANY + 1)
    expect(names.at(-1)).toBe('Nora Nightingale')
    const seconds = names.slice(0, -1).map((name) => Math.floor(Number(name.slice(1)) / 3))
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other))
  })
  // Three batches and an empty one, and the same for erased members. The other statements are for the session, the
  // site, and the log.
  expect(statements).toBeGreaterThan(5)
  expect(statements).toBeLessThan(16)
})

test('includes a member once who is erased during the export', async () => {
  const { deps, nora, awardMany } = await createAwardedAcademy()
  // So many do not fit into the stream's buffers before the first part is read.
  const MANY = 3_001
  await awardMany(MANY, '2026-11-24T12:00:00Z')
  const file = await exportAwards(deps, { slug: null, since: null, until: null, ceBroker: null, by: OPERATOR })
  let text = ''
  for await (const chunk of file) {
    if (!text.includes('Nora Nightingale') && String(chunk).includes('Nora Nightingale'))
      await eraseMember(deps, { memberId: nora.id, by: OPERATOR })
    text += String(chunk)
  }
  expect(text.match(/,N\d+,/g)).toHaveLength(MANY)
  expect(text.match(/Nora Nightingale/g)).toHaveLength(1)
})

test('filters by course and dates, and omits revoked certificates', async () => {
  const { file, exam, pool, deps } = await createAwardedAcademy()
  expect((await file({ course: exam.slug, since: '2026-11-23', until: '2026-11-23' })).lines).toHaveLength(2)
  expect((await file({ course: 'another' })).lines).toEqual([HEAD])
  expect((await file({ since: '2026-11-24' })).lines).toEqual([HEAD])
  expect((await file({ until: '2026-11-22' })).lines).toEqual([HEAD])
  const { rows } = await pool.query<{ id: string }>('select id from certificates')
  await revokeCertificate(deps, { id: rows[0]?.id ?? '', reason: 'a mistake', by: OPERATOR })
  expect((await file()).lines).toEqual([HEAD])
})

test('keeps the licenses of the award on PDF, spreadsheet, roster, and sealed records even if a license is changed or deleted', async () => {
  const { file, roster, nora, as, pool, deps, exam, runJobs, mailbox, setTime } = await createAwardedAcademy()
  const before = await file()
  const caller = as(nora)
  const printed = async () => {
    const { value: certificate } = await generateCertificateFiles(deps, nora.id).next()
    await caller.post(`${REQUEST}${exam.slug}/`, { exam_id: exam.slug })
    await runJobs()
    const mailed = (await mailbox()).at(-1)?.attachments[0]?.content ?? ''
    const both = [certificate ? certificate.content : Buffer.of(), Buffer.from(mailed, 'base64')]
    const read = await Promise.all(both.map((pdf) => readPdf(pdf)))
    return read.map(({ text }) => /License: [^.]*/.exec(text.replaceAll(/\s+/g, ' '))?.[0])
  }
  const given = (await caller.get('/Academy/api/account/licenses/')).body as { id: string }[]
  for (const { id } of given) await caller.post(`/Academy/api/account/licenses/${id}/remove/`, {})
  setTime(new Date('2026-11-24T12:00:00Z'))
  expect(await printed()).toEqual([LICENSES, LICENSES])
  for (const state of ['FL', 'NY'])
    await caller.post('/Academy/api/account/licenses/', { state, profession: 'RN', number: '5550001' })
  setTime(new Date('2026-11-25T12:00:00Z'))
  expect(await printed()).toEqual([LICENSES, LICENSES])
  expect((await file()).lines).toEqual(before.lines)
  expect(await roster({ course: exam.slug, ce_broker: BROKER })).toEqual([expect.arrayContaining(['9123456'])])
  await eraseMember(deps, { memberId: nora.id, by: OPERATOR })
  expect((await file()).lines).toEqual(before.lines)
  expect((await pool.query('select licenses from certificates')).rows).toEqual([{ licenses: null }])
})

test('lets staff correct the license stored with a certificate: roster, spreadsheet, and PDF use it, the log has the reason, and the account keeps its own', async () => {
  const { file, roster, nora, as, pool, deps, exam, setTime } = await createAwardedAcademy()
  setTime(new Date('2026-11-24T12:00:00Z'))
  const [id] = (await pool.query<{ id: string }>('select id from certificates')).rows.map((row) => row.id)
  const correct = (
    license: { state: string; profession: string; number: string },
    of = id ?? '',
    by: Staff = OPERATOR,
  ) => correctLicense(deps, { id: of, license, reason: 'a digit was missing', by })
  const florida = { state: 'FL', profession: 'RN', number: 'RN 9123465' }
  await expect(correct(florida, 'nowhere')).rejects.toThrow('There is no certificate with the ID nowhere.')
  await expect(correct(florida, id, { kind: 'member', memberId: nora.id, role: 'owner' })).rejects.toThrow(
    'can’t do this',
  )
  expect(await correct(florida)).toEqual({ before: 'RN FL 9123456', after: 'RN FL 9123465' })
  await expect(correct(florida)).rejects.toThrow('The certificate already has RN FL 9123465.')
  setTime(new Date('2026-11-24T12:01:00Z'))
  expect(await correct({ ...florida, state: 'AL', number: '12' })).toEqual({ before: undefined, after: 'RN AL 12' })

  expect((await file()).lines).toEqual([HEAD, expect.stringContaining('RN AL 12; RN CA 77; RN FL 9123465')])
  expect(await roster({ course: exam.slug, ce_broker: BROKER })).toEqual([expect.arrayContaining(['9123465'])])
  const { value: printed } = await generateCertificateFiles(deps, nora.id).next()
  const { text } = await readPdf(printed?.content ?? Buffer.of())
  expect(text.replaceAll(/\s+/g, ' ')).toContain('RN FL 9123465')
  const { body: own } = await as(nora).get('/Academy/api/account/licenses/')
  expect(own).toContainEqual(expect.objectContaining({ state: 'FL', number: '9123456' }))
  const { body: inbox } = await as(nora).post('/Academy/api/account/notices/', {})
  expect(inbox.notices.slice(0, 2).map(({ words }: { words: string }) => words)).toEqual(
    Array(2).fill(expect.stringContaining('We updated the license numbers on your certificate for Depositions.')),
  )
  const { rows: log } = await pool.query(
    `select details from audit_personal_values join audit_events on id = event_id where kind = 'certificate.license_corrected' order by id`,
  )
  const why = 'a digit was missing'
  expect(log.map(({ details }) => details)).toEqual([
    expect.objectContaining({ why, was: 'RN FL 9123456', is: 'RN FL 9123465' }),
    expect.objectContaining({ why, is: 'RN AL 12' }),
  ])

  await eraseMember(deps, { memberId: nora.id, by: OPERATOR })
  await expect(correct(florida)).rejects.toThrow('deleted')
  expect((await pool.query('select licenses from certificates')).rows).toEqual([{ licenses: null }])
})

test('uses the current licenses for a certificate stored without any, as by an earlier version', async () => {
  const { file, pool } = await createAwardedAcademy()
  await pool.query('update certificates set licenses = null')
  await pool.query(`update licenses set number = '88' where state = 'CA'`)
  expect((await file()).lines).toEqual([HEAD, expect.stringContaining('RN CA 88; RN FL 9123456')])
})

test('exports a CE Broker workbook for the licenses of one state, keeping leading zeros', async () => {
  const { file, roster, exam, earn } = await createAwardedAcademy()
  const course = exam.slug
  await earn('Zero', [{ state: 'FL', profession: 'RN', number: '0012345' }])
  const rows = await roster({ course, ce_broker: BROKER })
  // Both members completed the course at the same moment.
  const byNumber = rows.toSorted((a, b) => String(a[4]).localeCompare(String(b[4])))
  expect(byNumber.map((cells) => cells.toSpliced(5, 1))).toEqual([
    ['1234', '567890', '', '', '0012345', 'State=FL', 'Profession=RN'],
    ['1234', '567890', '', '', '9123456', 'State=FL', 'Profession=RN'],
  ])
  // November 23, 2026, as an Excel serial date.
  expect(rows[0]?.[5]).toBe(46_349)
  expect(await roster({ course, ce_broker: { ...BROKER, state: 'TX' } })).toEqual([])
  const typed = { provider: '50-1234', course: ' 20 - 567890 ', state: 'florida' }
  expect((await roster({ course, ce_broker: typed })).map((cells) => cells.toSpliced(4, 2))).toEqual(
    rows.map((cells) => cells.toSpliced(4, 2)),
  )
  const wrong = (await file({ course, ce_broker: { ...BROKER, provider: '60-1234', state: 'Ontario' } })).lines.join('')
  expect(wrong).toContain('Enter the provider number: digits only.')
  expect(wrong).toContain('This must be a US state, such as IL or Illinois.')
  // A CE Broker number is for one course; completions of other courses would be reported under it.
  expect(await file({ ce_broker: BROKER })).toMatchObject({ status: 400 })
  expect(await file({ since: '2026-11-24', until: '2026-11-23' })).toMatchObject({ status: 400 })
})

test('includes members erased within six years, from sealed records', async () => {
  const { file, roster, nora, deps, exam } = await createAwardedAcademy()
  const [, before] = (await file()).lines
  await eraseMember(deps, { memberId: nora.id, by: OPERATOR })
  expect((await file()).lines).toEqual([HEAD, before])
  expect(await roster({ course: exam.slug, ce_broker: BROKER })).toHaveLength(1)
  expect((await file({ course: 'another' })).lines).toEqual([HEAD])
})

test('lists awards in three statements at most', async () => {
  const { db } = await createAwardedAcademy()
  expect(await countStatements(async () => void (await getAwards(db, {})))).toBeLessThanOrEqual(3)
})

test("shows learners' evaluations in the studio to each permitted role and the file only to owners", async () => {
  const { as, member, exam, owner } = await createAwardedAcademy()
  expect((await owner.get('/Academy/api/studio/evaluations/')).body).toEqual({
    courses: [{ id: exam.id, slug: exam.slug, name: 'Depositions', evaluations: 1 }],
    may_export: true,
  })
  const editor = as(await member({ role: 'editor' }))
  expect((await editor.get('/Academy/api/studio/evaluations/')).body).toMatchObject({ may_export: false })
  expect((await editor.get(`/Academy/api/studio/evaluations/${exam.id}/0/`)).body).toMatchObject({
    members: 1,
    questions: Array.from({ length: 5 }, () => ({ mean: 5, counts: [0, 0, 0, 0, 1] })),
    words: [],
  })
  expect((await editor.post(FILE, {})).status).toBe(404)
})
