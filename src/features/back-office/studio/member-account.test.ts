import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { startSession } from '#features/people/accounts/sessions.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { readEventKinds } from '../../../../test/harness/audit.ts'
import { submitExam } from '../../../../test/harness/submit-exam.ts'

const MEMBERS = '/Academy/api/studio/members/'

async function academyWithMembers() {
  const academy = await testAcademy()
  const { as, member } = academy
  const [ownerMember, supportMember] = [await member({ role: 'owner' }), await member({ role: 'support' })]
  const nora = await member({ firstName: 'Nora', lastName: 'Nightingal' })
  const at = `${MEMBERS}${nora.id}/`
  return { ...academy, owner: as(ownerMember), support: as(supportMember), ownerMember, supportMember, nora, at }
}

type Academy = Awaited<ReturnType<typeof academyWithMembers>>

/** Nora has passed and has the certificate of one course. */
async function memberWithCertificate({ course, purchase, nora, as }: Academy): Promise<void> {
  const { id, slug, questions } = await course()
  await purchase(nora.id, id)
  const answers = questions.map(({ id: question_id, right }) => ({ question_id, answer: right }))
  await submitExam(as(nora), slug, answers)
  await as(nora).post(`/Academy/api/course/examination/request/certificate/${slug}/`, { exam_id: slug })
}

const readCertificateNames = async ({ pool }: Academy) =>
  (await pool.query<{ name: string }>('select printed_name as name from certificates')).rows.map(({ name }) => name)

const name = { first_name: 'Nora', last_name: 'Nightingale', credentials_after_name: 'RN' }

test('lets support end one or all sessions of a learner, and only owners those of staff', async () => {
  const academy = await academyWithMembers()
  const { deps, support, owner, supportMember, ownerMember, nora, at, as, withToken, pool } = academy
  const tablet = withToken(await startSession(deps, { memberId: nora.id, agent: 'tablet', hasFactor: false }))
  const { sessions } = (await support.get(at)).body
  expect(sessions).toHaveLength(2)
  expect((await support.post(`${at}sessions/${sessions[0].id}/end/`, {})).status).toBe(200)
  expect((await support.post(`${at}sessions/${sessions[0].id}/end/`, {})).status).toBe(404)
  const left = await Promise.all([tablet, as(nora)].map((session) => session.get('/Academy/api/account/')))
  expect(left.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401])
  expect((await support.post(`${at}sessions/end/`, {})).body.message).toBe('1 device logged out.')
  expect((await as(nora).get('/Academy/api/account/')).status).toBe(401)
  expect((await support.post(`${at}sessions/end/`, {})).body.message).toBe('This member isn’t logged in on any device.')
  // Another member's session can't be ended through Nora's page.
  const { sessions: others } = (await owner.get(`${MEMBERS}${supportMember.id}/`)).body
  expect((await owner.post(`${at}sessions/${others[0].id}/end/`, {})).status).toBe(404)
  expect((await support.post(`${MEMBERS}${ownerMember.id}/sessions/end/`, {})).status).toBe(403)
  expect((await owner.post(`${MEMBERS}${supportMember.id}/sessions/end/`, {})).status).toBe(200)
  expect((await readEventKinds(pool)).filter((kind) => kind === 'session.ended')).toHaveLength(3)
})

test("corrects a name by the member form's rules, keeps certificates unless requested, and emails both names", async () => {
  const academy = await academyWithMembers()
  const { support, at, nora, runJobs, mailbox, pool } = academy
  await memberWithCertificate(academy)
  await runJobs()
  const { body } = await support.post(`${at}name/`, name)
  expect(body.message).toBe('Name corrected. We’re emailing the member.')
  expect((await support.get(at)).body).toMatchObject({ name: 'Nora Nightingale', credentials_after_name: 'RN' })
  expect(await readCertificateNames(academy)).toEqual(['Nora Nightingal'])
  expect((await support.post(`${at}name/`, { ...name, on_certificates: true })).body.message).toContain(
    'The new name also appears on 1 earlier certificate.',
  )
  expect(await readCertificateNames(academy)).toEqual(['Nora Nightingale, RN'])
  expect((await support.post(`${at}name/`, { ...name, on_certificates: true })).body.fields).toEqual({
    first_name: ['The account already has this name.'],
  })
  const { rows } = await pool.query(
    `select e.after, p.details from audit_events e join audit_personal_values p on p.event_id = e.id and p.member_id = e.member_id
      where e.kind = 'account.name_changed' order by e.id`,
  )
  expect(rows).toMatchObject([
    { after: null, details: { from: 'Nora Nightingal', to: 'Nora Nightingale, RN' } },
    { after: { certificates: 1 }, details: { to: 'Nora Nightingale, RN' } },
  ])
  // No job contains a name.
  const { rows: jobs } = await pool.query(`select data::text as data from pgboss.job where name = 'tell-name-change'`)
  expect(jobs.map(({ data }) => String(data)).filter((data) => data.includes('Night'))).toEqual([])
  await runJobs()
  const emails = (await mailbox()).filter(({ subject }) => subject.includes('was corrected'))
  expect(emails.map(({ to }) => to)).toEqual([nora.email, nora.email])
  const texts = emails.map(({ text }) => text)
  expect(texts.filter((text) => text.includes('keep the name'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('show the new name, too'))).toHaveLength(1)
})

test('shows the second of two staff correcting a name what the first changed it to', async () => {
  const { support, owner, at } = await academyWithMembers()
  const seen = 'Nora Nightingal'
  const both = await Promise.all([
    support.post(`${at}name/`, { ...name, instead_of: seen }),
    owner.post(`${at}name/`, { ...name, first_name: 'Norah', instead_of: seen }),
  ])
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]))
  const { body } = await support.get(at)
  const [refused] = both.filter(({ status }) => status === 400)
  expect(refused?.body.fields.first_name[0]).toContain(`It is now ${body.name}, RN`)
})

test('rejects an invalid or unprintable name on its field and changes nothing', async () => {
  const academy = await academyWithMembers()
  const { support, owner, at, ownerMember, pool } = academy
  await memberWithCertificate(academy)
  const before = await readEventKinds(pool)
  for (const [wrong, field] of [
    [{ last_name: 'www.example.com' }, 'last_name'],
    [{ first_name: '', last_name: '' }, 'first_name'],
    [{ first_name: 'N'.repeat(2_000) }, 'first_name'],
    [{ credentials_after_name: 'the best nurse' }, 'credentials_after_name'],
    [{ first_name: '南丁', last_name: '格尔', on_certificates: true }, 'first_name'],
    [{ on_certificates: 'yes' }, 'on_certificates'],
  ] as const) {
    const { status, body } = await support.post(`${at}name/`, { ...name, ...wrong })
    expect([wrong, status, Object.keys(body.fields ?? {})]).toEqual([wrong, 400, [field]])
  }
  expect((await support.get(at)).body.name).toBe('Nora Nightingal')
  expect(await readEventKinds(pool)).toEqual(before)
  expect((await support.post(`${MEMBERS}${ownerMember.id}/name/`, name)).status).toBe(403)
  expect((await owner.post(`${MEMBERS}9b2f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11/name/`, name)).status).toBe(404)
})

test('requests an email change: notifies the current address only, shows the pending change, and rejects changes to accounts of staff', async () => {
  const { support, owner, at, nora, ownerMember, runJobs, mailbox, pool, as, member } = await academyWithMembers()
  expect((await support.post(`${at}email/`, { email: 'nowhere' })).body.fields.email).toHaveLength(1)
  expect((await support.post(`${at}email/`, { email: nora.email.toUpperCase() })).body.fields.email).toHaveLength(1)
  expect((await support.post(`${at}email/`, { email: ' nora@hospital.example.com ' })).status).toBe(200)
  expect((await support.get(at)).body).toMatchObject({
    email: nora.email,
    new_email: 'nora@hospital.example.com',
    new_email_link_at: expect.any(String),
  })
  await runJobs()
  expect((await mailbox()).map(({ to }) => to)).toEqual([nora.email])
  // A member's own request replaces one by staff, but not the other way around.
  expect((await as(nora).post('/Academy/api/account/email/', { email: 'nora@home.example.com' })).status).toBe(200)
  expect(await support.post(`${at}email/`, { email: 'x@example.com' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('already pending') },
  })
  expect((await support.get(at)).body).toMatchObject({ new_email: 'nora@home.example.com', new_email_link_at: null })
  // Otherwise, staff could take over an owner's account.
  const ownersPage = `${MEMBERS}${ownerMember.id}/`
  expect((await support.post(`${ownersPage}email/`, { email: 'kim@example.com' })).status).toBe(403)
  const other = as(await member({ role: 'owner' }))
  expect(await other.post(`${ownersPage}email/`, { email: 'kim@example.com' })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('own account page') },
  })
  await pool.query(`update sessions set confirmed_at = confirmed_at - interval '11 minutes'`)
  for (const [call, body] of [
    ['email/', { email: 'a@example.com' }],
    ['data/', {}],
    ['erase/', { username: nora.username }],
  ] as const)
    expect([call, (await owner.post(at + call, body)).body.code]).toEqual([call, 'confirm_identity'])
})

test("gives an owner the member's own data export, and erases on request only, not staff, keeping the rest without a name", async () => {
  const academy = await academyWithMembers()
  const { owner, support, at, nora, supportMember, app, ownerMember, pool } = academy
  await memberWithCertificate(academy)
  expect((await support.post(`${at}data/`, {})).status).toBe(404)
  const headers = { authorization: `Token ${ownerMember.token}` }
  const copy = await app.inject({ method: 'POST', url: `${at}data/`, headers, payload: {} })
  expect([copy.statusCode, copy.headers['content-type']]).toEqual([200, 'application/zip'])
  const files = unzipSync(copy.rawPayload)
  expect(strFromU8(files['member.json'] ?? new Uint8Array())).toContain(nora.email)
  expect(Object.keys(files).filter((file) => file.startsWith('certificates/'))).toHaveLength(1)

  expect((await owner.post(`${at}erase/`, { username: 'somebody' })).body.fields.username).toHaveLength(1)
  expect((await owner.post(`${at}erase/`, {})).body.fields.username).toHaveLength(1)
  expect((await support.post(`${at}erase/`, { username: nora.username })).status).toBe(404)
  const colleague = { username: supportMember.username }
  const refused = await owner.post(`${MEMBERS}${supportMember.id}/erase/`, colleague)
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('This member is staff')])
  expect((await owner.get(at)).body).toMatchObject({ is_erased: false, may: { erase: true, take_copy: true } })

  expect((await owner.post(`${at}erase/`, { username: nora.username.toUpperCase() })).status).toBe(200)
  expect((await owner.get(at)).body).toMatchObject({
    is_erased: true,
    orders: [{ state: 'paid' }],
    may: { end_sessions: false, change_name: false, change_email: false, take_copy: false, erase: false },
  })
  expect((await owner.post(`${at}name/`, name)).status).toBe(404)
  expect((await readEventKinds(pool)).filter((kind) => kind.startsWith('account.'))).toEqual([
    'account.exported',
    'account.erased',
  ])
})
