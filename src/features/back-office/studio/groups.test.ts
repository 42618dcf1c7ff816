import { expect, test } from 'vitest'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { MAX_GROUP_MEMBERS, readPastedEmails } from '#features/learning/groups/groups.rules.ts'
import { exportDataForStaff } from '#features/back-office/privacy/privacy.public.ts'
import { strFromU8, unzipSync } from 'fflate'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { countStatements } from '../../../../test/harness/statements.ts'

const GROUPS = '/Academy/api/studio/groups/'
const PROGRESS = '/Academy/api/studio/progress/'

type Row = {
  member: { name: string }
  course: { name: string }
  state: string
  completed: number
  lectures: number
  has_access: boolean
}

async function academyWithGroup() {
  const academy = await testAcademy()
  const { as, member, course } = academy
  const [ownerMember, supportMember] = [await member({ role: 'owner' }), await member({ role: 'support' })]
  const owner = as(ownerMember)
  const depositions = await course({ title: 'Depositions', lectures: 2 })
  const [nora, ada] = [await member({ lastName: 'Night' }), await member({ firstName: 'Ada', lastName: 'Day' })]
  const { body } = await owner.post(`${GROUPS}new/`, { name: ' St. Mary’s ', note: 'Contact: Ada' })
  const at = `${GROUPS}${body.id}/`
  return {
    ...academy,
    owner,
    ownerMember,
    support: as(supportMember),
    supportMember,
    depositions,
    nora,
    ada,
    at,
    id: body.id,
  }
}

test('reads pasted addresses with names, separators, and duplicates', () => {
  expect(
    readPastedEmails(
      'Nora Night <nora@example.com>; ADA@example.com\nada@example.com, eve@example.com kay@example.com\n\nmailto:lee@example.com',
    ),
  ).toEqual({
    emails: ['nora@example.com', 'ADA@example.com', 'eve@example.com', 'kay@example.com', 'lee@example.com'],
    invalid: [],
  })
  expect(readPastedEmails('nora, two@@example.com, eve@example.com')).toEqual({
    emails: ['eve@example.com'],
    invalid: ['nora', 'two@@example.com'],
  })
})

test('groups have unique names, and a change is rejected if someone else changed the group first', async () => {
  const { owner, support, at, id, pool } = await academyWithGroup()
  const taken = await owner.post(`${GROUPS}new/`, { name: 'ST. MARY’S' })
  expect(taken.body.fields).toEqual({ name: ['A group with this name already exists. Choose another name.'] })
  expect((await owner.post(`${GROUPS}new/`, { name: ' ' })).body.fields).toEqual({ name: ['Enter a name.'] })
  const seen = { name: 'St. Mary’s', note: 'Contact: Ada' }
  expect((await owner.post(`${at}change/`, { name: 'St. Mary’s', note: '', instead_of: seen })).body.message).toBe(
    'Group saved.',
  )
  const late = await owner.post(`${at}change/`, { name: 'Lost', note: '', instead_of: seen })
  expect(late.body.fields).toEqual({
    name: ['Someone changed this group after you opened this page. Reload the page.'],
  })
  const other = await owner.post(`${GROUPS}new/`, { name: 'A class' })
  const both = await owner.post(`${GROUPS}${other.body.id}/change/`, {
    name: 'st. mary’s',
    note: '',
    instead_of: { name: 'A class', note: '' },
  })
  expect(both.body.fields).toMatchObject({ name: [expect.stringContaining('already exists')] })
  expect((await support.post(GROUPS, {})).body).toEqual({
    groups: [
      { id: other.body.id, name: 'A class', members: 0, courses: 0 },
      { id, name: 'St. Mary’s', members: 0, courses: 0 },
    ],
    is_more: false,
    may_change: false,
  })
  expect((await support.post(GROUPS, { after: other.body.id })).body.groups).toHaveLength(1)
  expect((await support.post(`${GROUPS}new/`, { name: 'Not mine' })).status).toBe(404)
  expect((await owner.get(`${GROUPS}0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11/`)).status).toBe(404)
  const { rows } = await pool.query(`select kind from audit_events where kind like 'group.%' order by kind`)
  expect(rows.map(({ kind }) => kind)).toEqual(['group.changed', 'group.made', 'group.made'])
})

test('adds members by email, lists unknown addresses, and rejects what is no address without storing anything', async () => {
  const { owner, nora, ada, supportMember, at, id, pool } = await academyWithGroup()
  const wrong = await owner.post(`${at}members/`, { emails: `${nora.email}, nora` })
  expect(wrong.body.fields).toEqual({
    emails: ['Correct or remove what isn’t an email address: “nora”.'],
  })
  expect((await owner.post(`${at}members/`, { emails: ' ,' })).body.fields).toEqual({
    emails: ['Enter at least one email address.'],
  })
  expect((await owner.get(at)).body.members).toBe(0)
  const emails = `${nora.email}; ${nora.email.toUpperCase()}\n${ada.email} nobody@example.com ${supportMember.email}`
  expect((await owner.post(`${at}members/`, { emails })).body).toEqual({
    message: '3 members added.',
    unknown: ['nobody@example.com'],
  })
  expect((await owner.post(`${at}members/`, { emails: nora.email })).body.message).toBe(
    '0 members added. 1 already in the group.',
  )
  const many = Array.from({ length: 1_000 }, (_, n) => `someone-${n}@example.com`)
  const statements = await countStatements(async () => {
    expect((await owner.post(`${at}members/`, { emails: many.join('\n') })).body.unknown).toHaveLength(1_000)
  })
  expect(statements).toBeLessThan(10)
  const tooMany = await owner.post(`${at}members/`, { emails: [...many, nora.email].join('\n') })
  expect(tooMany.body.fields).toEqual({ emails: ['Enter up to 1,000 addresses at a time.'] })
  expect((await owner.post(`${at}members/remove/`, { members: [ada.id, supportMember.id] })).body.message).toBe(
    '2 members removed from the group. Their access didn’t change.',
  )
  const list = await owner.post(PROGRESS, { of: 'group', group: id })
  expect(list.body.learners).toMatchObject([{ member: { id: nora.id }, course: null, lectures: 0, has_access: false }])
  const { rows } = await pool.query(
    `select kind, count(*)::int from audit_events where kind like 'group.member%' and subject_id = $1 group by kind order by kind`,
    [id],
  )
  expect(rows).toEqual([
    { kind: 'group.member_added', count: 3 },
    { kind: 'group.member_removed', count: 2 },
  ])
})

test('lists the progress of a group in its courses, gives access and invites, and exports', async () => {
  const academy = await academyWithGroup()
  const {
    owner,
    ownerMember,
    support,
    depositions,
    course,
    nora,
    ada,
    at,
    id,
    completeLectures,
    purchase,
    runJobs,
    mailbox,
  } = academy
  const reports = await course({ title: 'Reports', lectures: 3, isPublished: false })
  await owner.post(`${at}members/`, { emails: [nora.email, ada.email, ownerMember.email].join() })
  for (const each of [depositions, reports]) await owner.post(`${at}courses/`, { course: each.id })
  expect((await owner.post(`${at}courses/`, { course: nora.id })).body.fields).toEqual({
    course: ['This course no longer exists.'],
  })
  await purchase(nora.id, depositions.id)
  await completeLectures(nora.id, depositions)
  expect((await support.get(at)).body).toEqual({
    id,
    name: 'St. Mary’s',
    note: 'Contact: Ada',
    members: 3,
    courses: [
      { id: depositions.id, name: 'Depositions', is_for_sale: true, with_access: 1 },
      { id: reports.id, name: 'Reports', is_for_sale: false, with_access: 0 },
    ],
    may: { change: false, give_access: true },
  })
  const figures = async (body: object) => {
    const found = await owner.post(PROGRESS, { of: 'group', group: id, ...body })
    return found.body.learners
      .map((row: Row) =>
        [row.member.name, row.course.name, row.state, row.completed, row.lectures, row.has_access].join(' '),
      )
      .toSorted()
  }
  expect(await figures({})).toEqual([
    'Ada Day Depositions not_started 0 2 false',
    'Ada Day Reports not_started 0 3 false',
    'Nora Night Depositions finished 2 2 true',
    'Nora Night Reports not_started 0 3 false',
    'Nora Nightingale Depositions not_started 0 2 false',
    'Nora Nightingale Reports not_started 0 3 false',
  ])
  expect(await figures({ state: 'finished' })).toEqual(['Nora Night Depositions finished 2 2 true'])
  expect(await figures({ course: reports.id, words: 'ada' })).toEqual(['Ada Day Reports not_started 0 3 false'])
  expect((await owner.post(PROGRESS, { course: depositions.id, group: id })).body.learners).toHaveLength(1)
  expect((await owner.post(PROGRESS, { of: 'group' })).status).toBe(400)

  // Staff can't give access to themselves.
  const given = await support.post(`${at}access/`, { course: reports.id, why: 'A class' })
  expect(given.body.message).toBe('3 people now have access. We’re emailing them.')
  const again = await owner.post(`${at}access/`, { course: depositions.id, why: 'A class' })
  expect(again.body.message).toBe(
    '1 person now has access. We’re emailing that person. 1 already has access. You can’t enroll yourself. Please ask another staff member.',
  )
  expect((await owner.post(`${at}access/`, { course: depositions.id, why: '' })).body.fields).toHaveProperty('why')
  const invited = await owner.post(`${at}access/`, {
    course: depositions.id,
    why: 'A class',
    emails: 'new@example.com, NEW@example.com',
  })
  expect(invited.body.message).toBe('1 person now has access, 1 with a new account. We’re emailing that person.')
  await runJobs()
  expect(
    (await mailbox()).some(
      ({ to, subject }) => String(to).includes('new@example.com') && subject.includes('Depositions'),
    ),
  ).toBe(true)
  expect(await figures({ words: 'new@example.com' })).toHaveLength(2)
  // If the group can't be changed, no one gets access.
  const own = await owner.post(`${at}access/`, {
    course: depositions.id,
    why: 'A class',
    emails: `y@example.com, ${ownerMember.email}`,
  })
  expect(own.body.fields.emails).toEqual(['You can’t enroll yourself. Please ask another staff member.'])
  expect(await figures({ words: 'y@example.com' })).toEqual([])
  const rejected = await support.post(`${at}access/`, {
    course: depositions.id,
    why: 'A class',
    emails: 'x@example.com',
  })
  expect(rejected.status).toBe(403)

  const file = await owner.post(`${PROGRESS}file/`, {
    of: 'group',
    group: id,
    course: depositions.id,
    state: 'finished',
  })
  const [, line, ...others] = file.text.trimEnd().split('\r\n')
  expect(others).toEqual([])
  expect(line).toContain(`Nora Night,${nora.email},Depositions,`)
  expect(line).toContain(',yes,Finished lectures,2,2,100,')

  await owner.post(`${at}courses/remove/`, { course: reports.id })
  expect((await owner.get(at)).body.courses).toHaveLength(1)
  const statements = await countStatements(async () => void (await owner.post(PROGRESS, { of: 'group', group: id })))
  expect(statements).toBeLessThanOrEqual(3)
})

test('deleting a group changes no one’s access; erasing a member removes them; an export lists the group', async () => {
  const { owner, depositions, nora, ada, at, deps, pool, as } = await academyWithGroup()
  await owner.post(`${at}members/`, { emails: `${nora.email} ${ada.email}` })
  await owner.post(`${at}courses/`, { course: depositions.id })
  await owner.post(`${at}access/`, { course: depositions.id, why: 'A class' })
  const copy = unzipSync((await exportDataForStaff(deps, { memberId: nora.id, by: OPERATOR })).content)
  expect(JSON.parse(strFromU8(copy['member.json'] ?? new Uint8Array())).group_members).toMatchObject([
    { group: 'St. Mary’s' },
  ])
  await eraseMember(deps, { memberId: nora.id, by: OPERATOR })
  expect((await owner.get(at)).body.members).toBe(1)
  expect((await owner.post(`${at}delete/`, {})).body.message).toContain('keep their accounts and access')
  expect((await owner.get(at)).status).toBe(404)
  expect((await owner.post(`${at}members/`, { emails: ada.email })).status).toBe(404)
  expect((await as(ada).get(`/Academy/api/take/course/${depositions.slug}/`)).status).toBe(200)
  const { rows } = await pool.query(`select before from audit_events where kind = 'group.deleted'`)
  expect(rows).toEqual([{ before: { members: 1 } }])
})

test('gives no one access if the new members don’t fit into the group', async () => {
  const { owner, depositions, at, id, pool } = await academyWithGroup()
  await owner.post(`${at}courses/`, { course: depositions.id })
  await pool.query(
    `with many as (insert into members (username, email, password_hash)
       select 'full' || n, 'full' || n || '@example.com', '' from generate_series(1, $2::int) n returning id)
     insert into group_members (group_id, member_id, added_at) select $1, id, now() from many`,
    [id, MAX_GROUP_MEMBERS],
  )
  const body = { course: depositions.id, why: 'A class', emails: 'one.more@example.com' }
  const refused = await owner.post(`${at}access/`, body)
  expect(refused.body.fields.emails[0]).toContain('Create another group.')
  const { rows } = await pool.query(`select (select count(*)::int from grants) as grants,
    (select count(*)::int from members where email = 'one.more@example.com') as accounts`)
  expect(rows).toEqual([{ grants: 0, accounts: 0 }])
})
