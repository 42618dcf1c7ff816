import { expect, test } from 'vitest'
import { formatDay } from '#shared/dates.ts'
import { createPublishedCourse } from '../../../../test/harness/published-course.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'

const LIST = '/Academy/api/studio/law/'
const FIRST = 'lectures/01-first-page.md'

/** A date relative to today. */
const inDays = (days: number) => formatDay(new Date(Date.now() + days * 86_400_000), 'UTC')

test('lists lectures by review date in pages, in three statements regardless of count', async () => {
  const { as, member, pool } = await testAcademy()
  const editor = as(await member({ role: 'editor' }))
  await pool.query(`
    with p as (insert into products (slug, kind, title, short_description, full_description, price_cents)
        values ('many', 'course', 'Many', 's', 'f', 0) returning id),
      c as (insert into courses (product_id, examination_title) select id, 'E' from p returning product_id),
      l as (insert into lectures (course_id, key, slug, position, name, description, retired_at)
        select product_id, 'l' || n, 'l' || n, n, 'Lecture ' || n, 'd', case when n = 0 then now() end from c, generate_series(0, 90) n
        returning id, position)
    insert into law_dates (lecture_id, as_of, look_again_by, sources)
      select id, '2020-01-01', case when position <= 60 then current_date + position - 10 end, '[]' from l where position <= 70`)
  const list = async (body: object) => (await editor.post(LIST, body)).body
  const first = await list({})
  expect(first).toMatchObject({ count: { due: 40, later: 20, undated: 30 }, is_more: true, next: expect.any(String) })
  const second = await list({ after: first.lectures.at(-1).id })
  expect(second.is_more).toBe(false)
  const names = [...first.lectures, ...second.lectures].map(({ name }: { name: string }) => name)
  expect(names).toEqual(Array.from({ length: 40 }, (_, n) => `Lecture ${n + 1}`))
  expect(first.lectures.map(({ law }: { law: { is_due: boolean } }) => law.is_due).lastIndexOf(true)).toBe(8)
  const undated = await list({ state: 'undated' })
  expect([undated.lectures[0].name, undated.lectures[0].law?.as_of, undated.lectures.at(-1).law]).toEqual([
    'Lecture 61',
    '2020-01-01',
    null,
  ])
  const rest = await list({ state: 'undated', after: undated.lectures.at(-1).id })
  expect([rest.lectures.length, rest.lectures.at(-1).name]).toEqual([10, 'Lecture 90'])
  expect((await list({ state: 'later' })).lectures[0].name).toBe('Lecture 41')
  const statements = await recordStatements(async () => void (await list({})))
  expect(statements.filter(({ text }) => !text.includes('from "sessions"'))).toHaveLength(3)
  const { law } = (await editor.get('/Academy/api/studio/today/')).body
  expect(law).toBe(40)
})

test("confirms a review by publishing today's date next to the draft, once, logged, and protected from imports", async () => {
  const { as, owner, member, pool, folder, load, lectureOf, save, publish, at } = await createPublishedCourse({
    [FIRST]: (text) =>
      text.replace(
        'practice:\n',
        'law:\n  as_of: 2026-03-01\n  look_again_by: 2026-04-01\n  sources:\n    - name: Rule 35\npractice:\n',
      ),
  })
  await save({ do: 'set', at: ['lectures', 'first-page', 'name'], to: 'Page One' })
  const [lecture] = (await owner.post(LIST, {})).body.lectures
  const confirm = (seen: string, day: string, by = owner) =>
    by.post(`${LIST}${lecture.id}/confirm/`, { seen, look_again_by: day })
  expect(await confirm('2026-03-01', inDays(0))).toMatchObject({
    status: 400,
    body: { fields: { look_again_by: ['Choose a date after today.'] } },
  })
  expect((await confirm('2026-03-01', '27/11/2026')).body.fields).toEqual({
    look_again_by: ['This must start with the month, such as 11/27/2026.'],
  })
  expect((await confirm('2026-03-01', '')).body.fields).toEqual({ look_again_by: ['Enter a date.'] })
  const editor = as(await member({ role: 'editor' }))
  const both = await Promise.all([confirm('2026-03-01', inDays(100)), confirm('2026-03-01', inDays(200), editor)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]))
  const { law } = await lectureOf('first-page')
  expect(law).toMatchObject({ as_of: inDays(0), is_due: false, sources: [{ name: 'Rule 35', link: null }] })
  expect([inDays(100), inDays(200)]).toContain(law.look_again_by)
  const { rows } = await pool.query(`select before, after from audit_events where kind = 'law.confirmed'`)
  expect(rows).toMatchObject([
    {
      before: { lecture: '1. The First Page', 'as of': '2026-03-01' },
      after: { 'as of': inDays(0), 'next review': law.look_again_by },
    },
  ])
  // Another editor's draft with a new name gets the date through a merge.
  expect((await owner.get(at)).body.differences).toEqual([])
  expect((await publish()).status).toBe(200)
  expect(await lectureOf('first-page')).toMatchObject({ lecture_name: 'Page One', law })
  await expect(load(folder)).rejects.toThrow('law › as_of: at the last import "2026-03-01"')
})

test('rejects confirming a lecture without legal content or a removed one', async () => {
  const { owner, pool } = await createPublishedCourse()
  const { rows } = await pool.query('select id from lectures limit 1')
  const { status, body } = await owner.post(`${LIST}${rows[0].id}/confirm/`, {
    seen: '2026-03-01',
    look_again_by: inDays(100),
  })
  expect([status, body.message ?? body.error]).toEqual([404, expect.stringContaining('no longer has legal content')])
})
