import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { isErasedMemberError } from '#db/database-errors.ts'
import { failedLogins } from '#db/tables/audit.ts'
import { accountTokens, members, passkeys, sessions } from '#db/tables/members.ts'
import { countFailedLogin, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { revokeCertificate } from '#features/credentials/certificates/certificates.public.ts'
import { getInvoicePdfByNumber, streamMonthlySales } from '#features/commerce/orders/orders.public.ts'
import { grantProduct } from '#features/commerce/access/grants.public.ts'
import { refundOrder } from '#features/commerce/payments/payments.public.ts'
import { formatDay } from '#shared/dates.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { readAllFiles, readAllRows, findWords } from '../../../../test/harness/stored-data.ts'
import { submitExam } from '../../../../test/harness/submit-exam.ts'
import { readPdf } from '../../../../test/oracles/pdf.ts'
import { exportDataForStaff } from './data-export.service.ts'
import { runScheduledDeletions, eraseMember } from './erasure.service.ts'

// Values that only this member has: none may remain anywhere.
const PLANTED = {
  firstName: 'Philomena',
  lastName: 'Quackenbush',
  credentials: 'ZQRN',
  company: 'Quillfeather Consulting LLC',
  street: '77 Wobblegate Lane',
  taxNumber: 'TX-90210-QQ',
  agent: 'Grumblebrowser/9.7',
  network: '203.0.113.77',
  refundReason: 'her parrot ate the slides',
  grantReason: 'lost a bet with the dean',
  revokedReason: 'sat next to a lawyer',
  newEmail: 'philomena.elsewhere@example.net',
  passkey: 'Grandmother’s telephone',
  answer: 'an answer that only she typed',
}

const PENDING = { tokenHash: 'x', purpose: 'change_email', data: { newEmail: PLANTED.newEmail } } as const

/** A member who has done everything a member can, with a unique value in each place. */
async function fullMember(academy: TestAcademy) {
  const { deps, db, as, emulator, pool } = academy
  const nurse = await academy.member({ firstName: PLANTED.firstName, lastName: PLANTED.lastName })
  const asNurse = as(nurse)
  await db.update(members).set({ credentialsAfterName: PLANTED.credentials }).where(eq(members.id, nurse.id))
  const course = await academy.course()
  const given = await academy.course()
  const document = await academy.document()
  const buy = async (address: string, confirmation: string, slug: string) => {
    const { body } = await asNurse.post(address, { courseId: slug })
    await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
    await asNurse.post(`${confirmation}/${body.myDocsID}/${getIntentId(body.clientSecret)}/`)
    return body.myDocsID as string
  }
  const billing = {
    company: PLANTED.company,
    address: PLANTED.street,
    tax_number: PLANTED.taxNumber,
    add_to_earlier: false,
  }
  await asNurse.post('/Academy/api/account/billing/', billing)
  const ofCourse = await buy('/Academy/create-payment-intent/', '/Academy/api/myAcademy/payment', course.slug)
  const ofDocument = await buy('/Academy/api/create-payment-document/', '/Academy/api/documents/payment', document.slug)
  await academy.runJobs()
  await refundOrder(deps, { orderNumber: ofDocument, by: OPERATOR, why: PLANTED.refundReason })
  await grantProduct(deps, { memberId: nurse.id, slug: given.slug, reason: PLANTED.grantReason, by: OPERATOR })
  const answers = course.questions.map(({ id, right }) => ({ question_id: id, answer: right }))
  await submitExam(asNurse, course.slug, answers)
  await asNurse.post(`/Academy/api/course/examination/request/certificate/${course.slug}/`, { exam_id: course.slug })
  await pool.query(`update exam_attempts set answers = jsonb_set(answers, '{0,chosen}', to_jsonb($1::text))`, [
    PLANTED.answer,
  ])
  await asNurse.post(`/Academy/api/course/${course.slug}/lecture/lecture-1/update/progress/`)
  const { rows } = await pool.query<{ id: string }>('select id from certificates')
  const certificateId = rows[0]?.id ?? ''
  await academy.runJobs()
  const now = deps.now()
  await db
    .update(sessions)
    .set({ agent: PLANTED.agent, network: PLANTED.network })
    .where(eq(sessions.memberId, nurse.id))
  await db.transaction((tx) =>
    recordEvent(tx, {
      at: now,
      kind: 'login.new_place',
      by: { kind: 'member', memberId: nurse.id },
      memberId: nurse.id,
      personal: { network: PLANTED.network, browser: PLANTED.agent },
    }),
  )
  await countFailedLogin(deps, nurse.id)
  const expiresAt = new Date(now.getTime() + 3_600_000)
  await db.insert(accountTokens).values({ ...PENDING, memberId: nurse.id, expiresAt })
  const key = {
    id: 'key',
    memberId: nurse.id,
    publicKey: 'key',
    counter: 0,
    transports: [],
    name: PLANTED.passkey,
    createdAt: now,
  }
  await db.insert(passkeys).values(key)
  return { nurse, course, certificateId, ofCourse }
}

test(
  'names no one in records and emails created after an erasure, such as of a refund, and deletes retained records when they expire',
  { timeout: 60_000 },
  async () => {
    const academy = await testAcademy()
    const { deps, pool } = academy
    const { nurse, ofCourse } = await fullMember(academy)
    await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
    await academy.runJobs()
    const mails = (await academy.mailbox()).length
    await refundOrder(deps, { orderNumber: ofCourse, by: OPERATOR })
    await academy.runJobs()
    const { words } = wordsOf(nurse)
    expect(findWords(words, await readAllRows(pool))).toEqual([])
    expect((await academy.mailbox()).slice(mails).filter(({ to }) => to.includes('erased'))).toEqual([])
    const { rows } = await pool.query('select distinct state, card_brand, card_last4 from purchases')
    expect(rows).toEqual([{ state: 'refunded', card_brand: null, card_last4: null }])
    const note = await readPdf((await getInvoicePdfByNumber(deps, 'TEST-CN-000002')).content)
    expect(note.text).toContain(PLANTED.lastName)

    const other = { ...deps, config: { ...deps.config, appSecret: 'another secret of this academy' } }
    await expect(getInvoicePdfByNumber(other, 'TEST-INV-000001')).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('another APP_SECRET'),
    })

    await pool.query(`update kept_records set keep_until = now() - interval '1 day'`)
    await runScheduledDeletions(deps)
    expect((await pool.query('select from kept_records')).rowCount).toBe(0)
    const late = await readPdf((await getInvoicePdfByNumber(deps, 'TEST-INV-000001')).content)
    expect(late.text).toContain('299.00')
    expect(late.text).not.toMatch(/Quackenbush|erased\.invalid/)
    await expect(getInvoicePdfByNumber(deps, 'INV-000001')).rejects.toMatchObject({ code: 'not_found' })
  },
)

const wordsOf = ({ username, email, id }: Member) => ({ words: [username, email, ...Object.values(PLANTED)], id })

/** The current month's totals, and its sales without the buyers. */
async function books({ deps }: TestAcademy) {
  const lines: unknown[] = []
  const totals = await streamMonthlySales(
    deps,
    { month: formatDay(deps.now(), 'UTC').slice(0, 7), isTest: true },
    async (rows) => {
      lines.push(...rows.map(({ buyer: _buyer, ...row }) => row))
    },
  )
  return { totals, lines }
}

test(
  'leaves nothing that identifies an erased member in any table or file, and keeps the accounting records and certificate',
  { timeout: 60_000 },
  async () => {
    const academy = await testAcademy()
    const { deps, db, pool, folder } = academy
    const { nurse, course, certificateId } = await fullMember(academy)
    await revokeCertificate(deps, { id: certificateId, reason: PLANTED.revokedReason, by: OPERATOR })
    const { words } = wordsOf(nurse)
    // All values exist before the erasure; otherwise, their absence afterward would prove nothing.
    const before = findWords(words, await readAllRows(pool))
    expect(words.filter((word) => !before.some((hit) => hit.endsWith(`: ${word}`)))).toEqual([])
    expect(findWords(words, await readAllFiles(folder))).not.toEqual([])
    const booksBefore = await books(academy)
    const { rows: numbers } = await pool.query<{ kind: string; number: number }>(
      'select kind, number from invoices order by 1, 2',
    )
    expect(numbers).toHaveLength(3)
    const printedBefore = await readPdf((await getInvoicePdfByNumber(deps, 'TEST-INV-000001')).content)

    await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
    await academy.runJobs()

    expect(findWords(words, await readAllRows(pool))).toEqual([])
    // Excludes the emulator's journal, which represents the card provider's own records. The emulator has confirmed
    // that the customer was deleted.
    const ours = [...(await readAllFiles(folder))].filter(([file]) => !file.includes('/stand-in/'))
    expect(findWords(words, new Map(ours))).toEqual([])
    expect(await books(academy)).toEqual(booksBefore)
    // Invoices are stored encrypted; the operator can still get them as they were issued.
    const printed = await readPdf((await getInvoicePdfByNumber(deps, 'TEST-INV-000001')).content)
    expect(printed.text).toBe(printedBefore.text)
    expect(printed.text).toContain(PLANTED.street)
    expect((await readPdf((await getInvoicePdfByNumber(deps, 'TEST-CN-000001')).content)).text).toContain(
      PLANTED.lastName,
    )
    const { rows: retained } = await pool.query<{ years: number }>(
      'select extract(year from keep_until) - extract(year from now()) as years from kept_records',
    )
    expect(retained.map(({ years }) => Number(years))).toEqual([11, 11, 11])

    const { body } = await academy.as(undefined).get(`/Academy/api/certificate/${certificateId}/`)
    expect(body).toMatchObject({
      status: 'revoked',
      name: 'Name removed',
      name_removed: true,
      course_name: expect.any(String),
    })
    expect((await academy.as(nurse).get('/Academy/api/account/')).status).toBe(401)
    expect(await db.select().from(failedLogins)).toEqual([])
    const [row] = await db.select().from(members).where(eq(members.id, nurse.id))
    expect(row).toMatchObject({ firstName: '', role: 'learner', erasedAt: expect.any(Date) })
    expect((await pool.query('select from lecture_completions where member_id = $1', [nurse.id])).rowCount).toBe(1)
    expect(
      (await pool.query('select from exam_attempts where course_id = $1 and score = 10', [course.id])).rowCount,
    ).toBe(1)
    expect((await pool.query('select from provider_customers')).rowCount).toBe(0)
    expect((await readEventKinds(pool)).at(-1)).toBe('account.erased')
    await expect(eraseMember(deps, { memberId: nurse.id, by: OPERATOR })).rejects.toMatchObject({ code: 'invalid' })
  },
)

test('writes no name in a transaction that began before the erasure', { timeout: 60_000 }, async () => {
  const academy = await testAcademy()
  const { deps, pool, as } = academy
  const nurse = await academy.member({ firstName: PLANTED.firstName, lastName: PLANTED.lastName })
  const course = await academy.course()
  await academy.purchase(nurse.id, course.id)
  const answers = course.questions.map(({ id, right }) => ({ question_id: id, answer: right }))
  await submitExam(as(nurse), course.slug, answers)
  const { rows } = await pool.query<{ id: string }>('select id from exam_attempts')

  // A transaction that read the name stays open during the erasure and then writes.
  const client = await pool.connect()
  await client.query('begin')
  const certificate = () =>
    client.query(
      `insert into certificates (id, member_id, course_id, attempt_id, printed_name, course_name) values ('late', $1, $2, $3, $4, 'a course')`,
      [nurse.id, course.id, rows[0]?.id, `${PLANTED.firstName} ${PLANTED.lastName}`],
    )
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  await expect(certificate()).rejects.toMatchObject({ constraint: 'members_not_erased' })
  await client.query('rollback')
  for (const late of [
    `insert into sessions (token_hash, member_id, agent, expires_at) values ('late', '${nurse.id}', 'late', now())`,
    `insert into billing_details (member_id, company, address, tax_number, updated_at) values ('${nurse.id}', 'late', '', '', now())`,
    `update members set first_name = 'late' where id = '${nurse.id}'`,
    `update invoices set content = '{"buyer": "late"}' where content is null`,
  ])
    await client.query(late).then(
      ({ rowCount }) => expect([late, rowCount]).toEqual([late, 0]),
      (error: { constraint?: string }) => expect(error.constraint).toMatch(/erased/),
    )
  client.release()
  expect(findWords(['late', PLANTED.lastName], await readAllRows(pool))).toEqual([])
})

test('waits for a certificate being stored and removes its name', { timeout: 60_000 }, async () => {
  const academy = await testAcademy()
  const { deps, pool, as } = academy
  const nurse = await academy.member({ lastName: PLANTED.lastName })
  const course = await academy.course()
  await academy.purchase(nurse.id, course.id)
  const answers = course.questions.map(({ id, right }) => ({ question_id: id, answer: right }))
  await submitExam(as(nurse), course.slug, answers)
  const client = await pool.connect()
  await client.query('begin')
  await client.query(
    `insert into certificates (id, member_id, course_id, attempt_id, printed_name, course_name)
      select 'early', member_id, course_id, id, $1, 'a course' from exam_attempts`,
    [PLANTED.lastName],
  )
  const erasing = eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  await new Promise((resolve) => setTimeout(resolve, 300))
  await client.query('commit')
  client.release()
  await erasing
  expect(findWords([PLANTED.lastName], await readAllRows(pool))).toEqual([])
  expect((await pool.query('select from certificates')).rowCount).toBe(1)
})

test(
  'erases a member only after a certificate in progress has been emailed, and makes no certificate that is still queued',
  { timeout: 60_000 },
  async () => {
    const release = Promise.withResolvers<void>()
    let isHeld = false
    const academy = await testAcademy({
      change: (deps) => ({
        ...deps,
        mail: {
          ...deps.mail,
          async send(message) {
            if (isHeld) await release.promise
            await deps.mail.send(message)
          },
        },
      }),
    })
    const { deps, pool, as } = academy
    const { nurse, course } = await fullMember(academy)
    const erasing = () => eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
    const ask = async () => {
      // Changes the data as if the previous request had been made long ago.
      await pool.query(`delete from pgboss.job where name = 'send-certificate'`)
      await pool.query(`update certificates set issued_at = issued_at - interval '1 hour'`)
      const address = `/Academy/api/course/examination/request/certificate/${course.slug}/`
      await as(nurse).post(address, { exam_id: course.slug })
    }
    const before = (await academy.mailbox()).length

    await ask()
    isHeld = true
    const making = academy.runJobs()
    await vi.waitFor(async () => {
      const { rowCount } = await pool.query(
        `select from pgboss.job where name = 'send-certificate' and state = 'active'`,
      )
      expect(rowCount).toBe(1)
    })
    await expect(erasing()).rejects.toMatchObject({ code: 'busy' })
    release.resolve()
    await making
    expect((await academy.mailbox()).length).toBe(before + 1)

    await ask()
    await erasing()
    await academy.runJobs()
    expect(JSON.stringify(await academy.mailbox())).not.toContain(PLANTED.lastName)
    expect((await pool.query(`select from pgboss.job where name = 'send-certificate'`)).rowCount).toBe(0)
  },
)

test(
  'also erases a payment that settles meanwhile, and waits for an open or disputed one',
  { timeout: 60_000 },
  async () => {
    const academy = await testAcademy()
    const { deps, pool, as, emulator } = academy
    const nurse = await academy.member({ firstName: PLANTED.firstName, lastName: PLANTED.lastName })
    const course = await academy.course()
    const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: course.slug })
    await expect(eraseMember(deps, { memberId: nurse.id, by: OPERATOR })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('pending payment'),
    })
    await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
    const settling = as(nurse).post(
      `/Academy/api/myAcademy/payment/${body.myDocsID}/${getIntentId(body.clientSecret)}/`,
    )
    const tries = Array.from({ length: 20 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 10))
      return eraseMember(deps, { memberId: nurse.id, by: OPERATOR }).then(
        () => 'erased',
        (error: { code?: string }) => error.code,
      )
    })
    const outcomes = await Promise.all(tries)
    await settling
    if (!outcomes.includes('erased')) await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
    await academy.runJobs()
    expect(new Set(outcomes.filter((outcome) => outcome !== 'erased'))).toEqual(new Set(['invalid']))
    const { rows } = await pool.query('select state, card_last4 from purchases')
    expect(rows).toEqual([{ state: 'paid', card_last4: null }])
    expect(findWords([PLANTED.lastName, nurse.email, nurse.username], await readAllRows(pool))).toEqual([])
    expect(await academy.mailbox().then((mails) => mails.filter(({ to }) => to === nurse.email))).toEqual([])
    await academy.purchase((await academy.member()).id, course.id, 'disputed')
    const { rows: disputed } = await pool.query<{ id: string }>(
      `select member_id as id from purchases where state = 'disputed'`,
    )
    await expect(eraseMember(deps, { memberId: disputed[0]?.id ?? '', by: OPERATOR })).rejects.toThrow('disputed')
  },
)

test('refuses to erase the last owner', async () => {
  const { deps, as, member } = await testAcademy()
  const owner = await member({ role: 'owner' })
  expect((await as(owner).post('/Academy/api/account/deletion/')).status).toBe(403)
  await expect(eraseMember(deps, { memberId: owner.id, by: OPERATOR })).rejects.toMatchObject({ code: 'forbidden' })
  const other = await member({ role: 'owner' })
  expect((await as(owner).post('/Academy/api/account/deletion/')).status).toBe(200)
  // Of two owners who want to leave, one stays.
  expect((await as(other).post('/Academy/api/account/deletion/')).status).toBe(403)
})

test('erases members on the list of erased members again at night, despite a malformed line or a failure', async () => {
  const academy = await testAcademy()
  const { deps, pool, folder } = academy
  const first = await academy.member({ lastName: 'Unlucky' })
  const back = await academy.member({ lastName: PLANTED.lastName })
  const due = await academy.member({ lastName: 'Nightingale' })
  await pool.query(`update members set deletion_due_at = now() - interval '1 day' where id = $1`, [due.id])
  await pool.query(`
    create function fail_once() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger fails before update on members for each row when (old.last_name = 'Unlucky') execute function fail_once()`)
  const file = path.join(folder, 'erased-members.txt')
  const list = `# of the old server\n\n${first.id}\nNora\n${back.id}\n`
  await writeFile(file, list)
  const erased = async () => {
    const { rows } = await pool.query<{ id: string }>('select id from members where erased_at is not null')
    return new Set(rows.map(({ id }) => id))
  }
  await expect(runScheduledDeletions(deps)).rejects.toThrow('could not be erased yet, or invalid lines in the list: 2')
  expect(await erased()).toEqual(new Set([back.id, due.id]))
  expect(await readFile(file, 'utf8')).toBe(`${list}${due.id}\n`)
  await pool.query('drop trigger fails on members')
  await writeFile(file, list.replace('Nora\n', ''))
  await runScheduledDeletions(deps)
  expect(await erased()).toEqual(new Set([first.id, back.id, due.id]))
})

test('exports nothing and shows no revocation reason for an erased member, and rejects further writes as for an unknown one', async () => {
  const academy = await testAcademy()
  const { deps, pool } = academy
  const { nurse, certificateId, course } = await fullMember(academy)
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  const gone = { code: 'not_found', message: 'This account was deleted.' }
  await expect(exportDataForStaff(deps, { memberId: nurse.id, by: OPERATOR })).rejects.toMatchObject(gone)
  await revokeCertificate(deps, { id: certificateId, reason: PLANTED.revokedReason, by: OPERATOR })
  expect(findWords([PLANTED.revokedReason], await readAllRows(pool))).toEqual([])
  const { rows } = await pool.query('select revoked_at, revoked_reason from certificates')
  expect(rows).toEqual([{ revoked_at: expect.any(Date), revoked_reason: null }])
  const late = grantProduct(deps, { memberId: nurse.id, slug: course.slug, reason: 'late', by: OPERATOR })
  const error: unknown = await late.catch((caught: unknown) => caught)
  expect(isErasedMemberError(error)).toBe(true)
  await expect(pool.query(`update members set first_name = 'late'`).catch(isErasedMemberError)).resolves.toBe(true)
})

test("deletes captured email of every address the member ever had, but not of one that is another member's now", async () => {
  const academy = await testAcademy()
  const { deps, db, pool } = academy
  const nurse = await academy.member()
  const other = await academy.member()
  const former = 'former@example.net'
  const by = { kind: 'visitor' } as const
  for (const from of [former, other.email])
    await db.transaction((tx) =>
      recordEvent(tx, {
        at: deps.now(),
        kind: 'email.changed',
        by,
        memberId: nurse.id,
        personal: { from, to: nurse.email },
      }),
    )
  const now = deps.now()
  await db.insert(accountTokens).values({ ...PENDING, memberId: nurse.id, expiresAt: now })
  for (const to of [nurse.email, former, PLANTED.newEmail, other.email])
    await deps.mail.send({ to, memberId: null, subject: 'For you', text: 'Hello', html: '<p>Hello</p>' })
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  await academy.runJobs()
  expect((await academy.mailbox()).map(({ to }) => to)).toEqual([other.email])
  expect(findWords([former, PLANTED.newEmail], await readAllRows(pool))).toEqual([])
})
