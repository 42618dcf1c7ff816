import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { grants } from '#db/tables/grants.ts'
import { lectures } from '#db/tables/catalog.ts'
import { certificates, examAttempts, lectureCompletions } from '#db/tables/study.ts'
import { revokeGrant } from '#features/commerce/access/grants.public.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import type { Course, Member } from '../../../../test/harness/builders.ts'
import { countStatements } from '../../../../test/harness/statements.ts'

const PROGRESS = '/Academy/api/studio/progress/'

const tools = ({ db, as }: TestAcademy) => ({
  complete: (learner: Member, course: Course, many: number) =>
    db
      .insert(lectureCompletions)
      .values(course.lectures.slice(0, many).map(({ id }) => ({ memberId: learner.id, lectureId: id }))),
  attempt: async (learner: Member, course: Course, score: number) => {
    const values = { memberId: learner.id, courseId: course.id, score, total: 10, answers: [], isCountedByServer: true }
    const [made] = await db.insert(examAttempts).values(values).returning()
    return made?.id ?? ''
  },
  certify: (learner: Member, course: Course, attemptId: string, id: string) =>
    db.insert(certificates).values({
      id,
      memberId: learner.id,
      courseId: course.id,
      attemptId,
      printedName: 'Nora Nightingale',
      courseName: 'Depositions',
    }),
  ownPercent: async (learner: Member, course: Course) =>
    (await as(learner).get(`/Academy/api/take/course/${course.slug}/`)).body.lectureProgress,
})

/** One learner in each state, in this order, all with one name. */
async function academyWithLearners() {
  const academy = await testAcademy()
  const { member, course, purchase, db, as, setTime } = academy
  const { complete, attempt, certify, ownPercent } = tools(academy)
  const depositions = await course({ title: 'Depositions', lectures: 3 })
  const other = await course({ lectures: 2 })
  const owner = await member({ role: 'owner' })
  const learners: Member[] = []
  for (let n = 0; n < 5; n += 1) {
    setTime(new Date(Date.UTC(2026, 0, 1 + n)))
    const learner = await member({ lastName: `Number${n}` })
    await purchase(learner.id, depositions.id)
    await complete(learner, other, 2)
    learners.push(learner)
  }
  const [fresh, busy, finished, passed, certified] = learners as [Member, Member, Member, Member, Member]
  await complete(busy, depositions, 1)
  await attempt(busy, depositions, 5)
  await attempt(busy, depositions, 7)
  await complete(finished, depositions, 3)
  await attempt(passed, depositions, 9)
  await complete(certified, depositions, 3)
  await certify(certified, depositions, await attempt(certified, depositions, 8), 'certificate-of-number-4')
  // A retired lecture counts for no one, though it was completed.
  const [retired] = await db
    .insert(lectures)
    .values({
      courseId: depositions.id,
      slug: 'gone',
      position: 9,
      name: 'Gone',
      description: '',
      retiredAt: new Date(),
    })
    .returning()
  await db.insert(lectureCompletions).values({ memberId: fresh.id, lectureId: retired?.id ?? '' })
  return { ...academy, depositions, owner: as(owner), fresh, busy, finished, passed, certified, learners, ownPercent }
}

test('computes for each learner what their own page shows, with exam, certificate, and last seen', async () => {
  const { owner, depositions, learners, busy, finished, ownPercent } = await academyWithLearners()
  const { body } = await owner.post(PROGRESS, { course: depositions.id, sort: 'oldest' })
  expect(body.is_more).toBe(false)
  const rows = body.learners
  expect(
    rows.map(({ state, completed, lectures: total, percent, best, certificate }: Record<string, unknown>) => [
      state,
      completed,
      total,
      percent,
      best,
      certificate,
    ]),
  ).toEqual([
    ['not_started', 0, 3, 0, null, null],
    ['in_progress', 1, 3, 33, '7 of 10', null],
    ['finished', 3, 3, 100, null, null],
    ['passed', 0, 3, 0, '9 of 10', null],
    ['certificate', 3, 3, 100, '8 of 10', { id: 'certificate-of-number-4', is_revoked: false }],
  ])
  for (const [n, learner] of learners.entries()) expect(rows[n].percent).toBe(await ownPercent(learner, depositions))
  expect(rows[1]).toMatchObject({
    member: { id: busy.id, name: 'Nora Number1', email: busy.email },
    course: { id: depositions.id, name: 'Depositions' },
    since: '2026-01-02T00:00:00.000Z',
    has_access: true,
  })
  // The learner's own requests above were their last.
  expect(new Date(rows[2].last_seen).getTime()).toBeGreaterThan(Date.UTC(2026, 0, 3) - 1)
  expect(finished.id).toBe(rows[2].member.id)
})

test('filters by state and words, and gives each learner one row, also without access', async () => {
  const { owner, depositions, db, deps, purchase, member, certified, passed, busy, setTime } =
    await academyWithLearners()
  const names = async (body: object) => {
    const reply = await owner.post(PROGRESS, { course: depositions.id, ...body })
    expect(reply.status).toBe(200)
    return reply.body.learners.map((row: { member: { name: string } }) => row.member.name)
  }
  for (const [n, state] of ['not_started', 'in_progress', 'finished', 'passed', 'certificate'].entries())
    expect([state, await names({ state })]).toEqual([state, [`Nora Number${n}`]])
  expect(await names({ words: 'number3' })).toEqual(['Nora Number3'])
  expect(await names({ words: busy.email })).toEqual(['Nora Number1'])
  expect(await names({ words: 'nora number', state: 'passed' })).toEqual(['Nora Number3'])
  expect(await names({ words: 'nobody' })).toEqual([])

  setTime(new Date(Date.UTC(2026, 1, 1)))
  await db.update(certificates).set({ revokedAt: new Date(), revokedReason: 'A mistake' })
  expect(await names({ state: 'passed' })).toEqual(['Nora Number4', 'Nora Number3'])
  const refunded = await member({ lastName: 'Refunded' })
  await purchase(refunded.id, depositions.id, 'refunded')
  setTime(new Date(Date.UTC(2026, 1, 1, 12)))
  const pending = await member({ lastName: 'Pending' })
  await purchase(pending.id, depositions.id, 'pending')
  await db.insert(grants).values([
    { memberId: certified.id, productId: depositions.id, reason: 'A gift', createdAt: deps.now() },
    { memberId: passed.id, productId: depositions.id, reason: 'A gift', createdAt: new Date('2026-02-02') },
  ])
  await revokeGrant(deps, { memberId: passed.id, slug: depositions.slug, by: OPERATOR })
  const { body } = await owner.post(PROGRESS, { course: depositions.id })
  expect(
    body.learners.map((row: { member: { name: string }; has_access: boolean }) => [row.member.name, row.has_access]),
  ).toEqual([
    ['Nora Number3', true],
    ['Nora Number4', true],
    ['Nora Refunded', false],
    ['Nora Number2', true],
    ['Nora Number1', true],
    ['Nora Number0', true],
  ])
})

test('leaves out erased members, and rejects an unknown course or row', async () => {
  const { owner, depositions, db, fresh } = await academyWithLearners()
  await db.execute(sql`update members set erased_at = now() where id = ${fresh.id}`)
  expect((await owner.post(PROGRESS, { course: depositions.id })).body.learners).toHaveLength(4)
  expect((await owner.post(PROGRESS, { course: 'depositions' })).status).toBe(400)
  expect((await owner.post(PROGRESS, { course: fresh.id })).body).toEqual({ learners: [], is_more: false })
  expect((await owner.post(PROGRESS, { course: depositions.id, after: fresh.id })).body.learners).toEqual([])
})

test('pages and exports more learners than one scan reads, in the same order, with three statements', async () => {
  const academy = await testAcademy()
  const { pool, course, member, as } = academy
  const owner = as(await member({ role: 'owner' }))
  const support = as(await member({ role: 'support' }))
  const depositions = await course({ title: 'Depositions', lectures: 2 })
  await pool.query(
    `insert into members (username, email, first_name, last_name, password_hash)
     select 'pupil-' || n, 'pupil-' || n || '@example.com', '=1+1', 'Number' || n, 'none' from generate_series(1, 450) n`,
  )
  await pool.query(
    `insert into grants (member_id, product_id, reason, created_at)
     select id, $1, 'A class', '2026-01-01'::timestamptz + substr(username, 7)::int / 5 * interval '1 hour' from members where username like 'pupil-%'`,
    [depositions.id],
  )
  const [first, last] = depositions.lectures
  await pool.query(
    `insert into lecture_completions (member_id, lecture_id) select id, l.lecture_id::uuid from members,
     unnest($1::text[]) with ordinality l (lecture_id, nth) where username like 'pupil-%' and substr(username, 7)::int <= 4 * l.nth and not (l.nth = 2 and username = 'pupil-3')`,
    [[last?.id, first?.id]],
  )
  const listAll = async (body: object) => {
    const shown: { id: string; member: { email: string } }[] = []
    let page
    do {
      page = (await owner.post(PROGRESS, { course: depositions.id, ...body, after: shown.at(-1)?.id ?? null })).body
      shown.push(...page.learners)
    } while (page.is_more)
    return shown.map((row) => row.member.email)
  }
  const inOrder = (numbers: number[]) => numbers.map((n) => `pupil-${n}@example.com`)
  for (const sort of ['newest', 'oldest']) {
    const all = await listAll({ sort })
    expect(new Set(all).size).toBe(450)
    const file = await owner.post(`${PROGRESS}file/`, { course: depositions.id, sort })
    const [head, ...lines] = file.text.trimEnd().split('\r\n')
    expect(head).toContain('Name,Email,Course,')
    expect(lines.map((line) => line.split(',')[1])).toEqual(all)
    expect(lines[0]).toMatch(/^'=1\+1 Number\d+,/)
  }
  // Lectures 1 and 2: numbers 1 to 8 completed the first except 3, numbers 1 to 4 the last. So 3 has one of two.
  expect((await listAll({ state: 'finished' })).toSorted()).toEqual(inOrder([1, 2, 4]))
  expect((await listAll({ state: 'in_progress' })).toSorted()).toEqual(inOrder([3, 5, 6, 7, 8]))
  expect(await listAll({ state: 'not_started' })).toHaveLength(442)
  expect(await listAll({ state: 'certificate' })).toEqual([])

  const file = await owner.post(`${PROGRESS}file/`, { course: depositions.id, state: 'finished', words: 'number4' })
  expect(file.text).toContain('pupil-4@example.com')
  const { rows } = await pool.query(
    `select subject_id, after from audit_events where kind = 'list.exported' order by at desc limit 1`,
  )
  expect(rows).toEqual([
    {
      subject_id: 'progress',
      after: { course: depositions.id, state: 'finished', of: 'course', sort: 'newest', searched: true },
    },
  ])
  expect((await support.post(`${PROGRESS}file/`, { course: depositions.id })).status).toBe(404)
  expect((await support.get(PROGRESS)).body).toEqual({
    courses: [{ id: depositions.id, name: 'Depositions', last_access: '2026-01-04T18:00:00.000Z' }],
    groups: [],
  })
  // Two statements find the session.
  for (const state of [null, 'finished'])
    expect(
      await countStatements(
        async () => void (await owner.post(PROGRESS, { course: depositions.id, state, words: 'pupil' })),
      ),
    ).toBeLessThanOrEqual(3)
})
