import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '#features/catalog/import-export/import.public.ts'
import { formatDay } from '#shared/dates.ts'
import { createPublishedCourse } from '../../../../test/harness/published-course.ts'

const FIRST = 'lectures/01-first-page.md'
const IN_FILE = `law:
  as_of: 2026-03-01
  look_again_by: 2027-03-01
  sources:
    - name: Federal Rule of Civil Procedure 35
      link: https://www.law.cornell.edu/rules/frcp/rule_35
    - name: "Local rule: ask the clerk"
practice:
`
const SOURCES = [
  { name: 'Federal Rule of Civil Procedure 35', link: 'https://www.law.cornell.edu/rules/frcp/rule_35' },
  { name: 'Local rule: ask the clerk', link: null },
]
const AT = ['lectures', 'first-page', 'law']

const LATER = {
  at: [...AT, 'look_again_by'],
  message: 'Must be later than the date of the last review.',
}

const withLaw = () => createPublishedCourse({ [FIRST]: (text) => text.replace('practice:\n', IN_FILE) })

test("shows learners when a lecture's law was last checked and, from the day after its review date, that a review is due", async () => {
  const { lectureOf, pool, deps } = await withLaw()
  const law = { as_of: '2026-03-01', look_again_by: '2027-03-01', is_due: false, sources: SOURCES }
  expect((await lectureOf('first-page')).law).toEqual(law)
  expect((await lectureOf('last-page')).law).toBeNull()
  const dueIn = async (days: number) => {
    const day = formatDay(new Date(deps.now().getTime() + days * 86_400_000), 'UTC')
    await pool.query('update law_dates set look_again_by = $1', [day])
    return (await lectureOf('first-page')).law.is_due
  }
  expect([await dueIn(0), await dueIn(-1)]).toEqual([false, true])
})

test('shows it to everyone in a free sample', async () => {
  const { as } = await createPublishedCourse({
    [FIRST]: (text) => text.replace('practice:\n', `sample: true\n${IN_FILE}`),
  })
  const { law } = (await as(undefined).get('/Academy/api/course/reading-a-record/sample/')).body
  expect(law).toMatchObject({ as_of: '2026-03-01', sources: SOURCES })
})

test('edits it in the studio, exports it, and imports the export without a change', async () => {
  const { deps, folder, load, save, publish, lectureOf } = await withLaw()
  const spoiled = await save(
    { do: 'set', at: [...AT, 'look_again_by'], to: '2026-02-01' },
    { do: 'set', at: [...AT, 'sources'], to: [{ name: '', link: 'http://example.com' }] },
  )
  expect(spoiled.findings).toEqual([
    { at: [...AT, 'sources', '0', 'name'], message: expect.any(String) },
    { at: [...AT, 'sources', '0', 'link'], message: 'Must be a web address that starts with https://.' },
    LATER,
  ])
  expect((await publish()).status).toBe(400)
  const late = await save({ do: 'set', at: [...AT, 'sources'], to: [{ name: 'Rule 26', link: '' }] })
  expect(late.findings).toEqual([LATER])
  await save({ do: 'set', at: [...AT, 'look_again_by'], to: '2026-09-01' })
  expect((await publish()).status).toBe(200)
  const law = { as_of: '2026-03-01', look_again_by: '2026-09-01', sources: [{ name: 'Rule 26', link: null }] }
  expect((await lectureOf('first-page')).law).toMatchObject(law)

  const exported = path.join(folder, 'exported')
  await exportFolder(deps, exported)
  const file = await readFile(path.join(exported, 'courses/reading-a-record', FIRST), 'utf8')
  expect(file).toContain('look_again_by: "2026-09-01"')
  expect(await load(exported)).toMatchObject({ report: { products: [{ outcome: 'unchanged' }] } })
  expect((await lectureOf('first-page')).law).toMatchObject(law)

  // The folder has the original content, and importing it would overwrite the studio's work.
  await rm(exported, { recursive: true })
  await expect(load()).rejects.toThrow('law › look_again_by: at the last import')
})

test('removes it when emptied, and shows both versions to a concurrent editor', async () => {
  const { save, publish, lectureOf, owner, at } = await withLaw()
  const { revision, stands_since } = (await owner.get(at)).body
  const change = (to: string) => ({ do: 'set' as const, at: [...AT, 'as_of'], to })
  await owner.post(`${at}changes/`, { revision, stands_since, changes: [change('2026-04-01')] })
  const second = await owner.post(`${at}changes/`, { revision, stands_since, changes: [change('2026-05-01')] })
  expect(second.body.clashes).toEqual([{ at: [...AT, 'as_of'], theirs: '2026-04-01' }])
  await save(...['as_of', 'look_again_by'].map((name) => ({ do: 'set' as const, at: [...AT, name], to: '' })))
  expect((await save({ do: 'set', at: [...AT, 'sources'], to: [] })).findings).toEqual([])
  expect((await publish()).status).toBe(200)
  expect((await lectureOf('first-page')).law).toBeNull()
})

test('adds it to a draft from before lectures had a law', async () => {
  const { save, publish, pool, lectureOf } = await createPublishedCourse()
  await save({ do: 'set', at: ['short'], to: 'Find them.' })
  await pool.query(
    `update drafts set plan = jsonb_set(plan, '{lectures}', (select jsonb_agg(l - 'law') from jsonb_array_elements(plan->'lectures') l))`,
  )
  await save({ do: 'set', at: [...AT, 'as_of'], to: '2026-03-01' })
  expect((await publish()).status).toBe(200)
  expect((await lectureOf('first-page')).law).toEqual({
    as_of: '2026-03-01',
    look_again_by: null,
    is_due: false,
    sources: [],
  })
})
