import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exportFolder, importFolder } from '#features/catalog/import-export/import.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { writeCourse } from '../../../../test/harness/hand-written-course.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const COURSE = 'courses/reading-a-record/course.md'
const APPROVED = `approval:
  approver: Board of Example
  statement: "Approved by the Board of Example: provider 12345."
  provider_number: "012345"
  hours: 1.29
  valid_from: 2026-01-01
  valid_until: 2027-12-31
  license: true
  reasoning: Forty minutes of videos.
`
const AWARDED = {
  is: true,
  says: '1.2 contact hours.',
  more: 'Approved by the Board of Example: provider 12345. Provider number 012345. Before we issue the certificate, we ask for your course evaluation, your attestation, and your license number.',
}
const NONE = { is: false, says: 'No contact hours.' }

async function createApprovedAcademy(written = APPROVED) {
  const academy = await testAcademy()
  academy.setTime(new Date('2026-11-23T12:00:00Z'))
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-approved-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeCourse(folder, { 'course.md': (text) => text.replace('level:', `${written}level:`) })
  const load = (from = folder) => importFolder(academy.deps, from, OPERATOR)
  const says = async () => {
    const { body } = await academy.as(undefined).get('/Academy/api/course/reading-a-record/notAuthenticated/')
    return (body.certificate as unknown[]).at(-1)
  }
  return { ...academy, folder, load, says }
}

test.skipIf(isEveryChange)(
  "takes an approval from the folder to the course's page and through an export and import",
  async () => {
    const { deps, folder, load, says } = await createApprovedAcademy()
    expect(await load()).not.toHaveProperty('problems')
    expect(await says()).toEqual(AWARDED)
    const exported = path.join(folder, 'exported')
    await exportFolder(deps, exported)
    expect(await load(exported)).toMatchObject({ report: { products: [{ outcome: 'unchanged' }] } })
    const again = path.join(folder, 'again')
    await exportFolder(deps, again)
    const text = await readFile(path.join(exported, COURSE), 'utf8')
    expect(await readFile(path.join(again, COURSE), 'utf8')).toBe(text)
    expect(text).toContain('provider_number: "012345"')
  },
)

test.each([
  ['the accrediting body', '  approver: Board of Example\n'],
  ['the statement', '  statement: "Approved by the Board of Example: provider 12345."\n'],
  ['the provider number', '  provider_number: "012345"\n'],
  ['the hours', '  hours: 1.29\n'],
  ['the first day', '  valid_from: 2026-01-01\n'],
  ['the last day', '  valid_until: 2027-12-31\n'],
])("awards no contact hours without %s, as the course's page says", async (_, line) => {
  const { load, says } = await createApprovedAcademy(APPROVED.replace(line, ''))
  expect(await load()).not.toHaveProperty('problems')
  expect(await says()).toMatchObject(NONE)
})

test("awards none outside its dates, by the academy's time zone", async () => {
  const { load, says, setTime } = await createApprovedAcademy()
  await load()
  for (const [time, said] of [
    ['2025-12-31T23:00:00Z', NONE],
    ['2026-01-01T12:00:00Z', AWARDED],
    ['2027-12-31T12:00:00Z', AWARDED],
    ['2028-01-01T12:00:00Z', NONE],
  ] as const) {
    setTime(new Date(time))
    expect(await says()).toMatchObject(said)
  }
})

test('reads hours and dates as people type them', async () => {
  const typed = APPROVED.replace('1.29', '75 min').replace('2026-01-01', '1/1/2026')
  const { load, says } = await createApprovedAcademy(typed.replace('2027-12-31', 'Dec 31, 2027'))
  expect(await load()).not.toHaveProperty('problems')
  expect(await says()).toEqual(AWARDED)
})

test.each([
  ['hours: 1.29', 'hours: about two', 'must be a number of hours such as 1.2'],
  ['valid_from: 2026-01-01', 'valid_from: 2026-02-30', 'must be a date that exists'],
  ['valid_until: 2027-12-31', 'valid_until: 2025-12-31', 'must not be before the “Valid from” date'],
  ['license: true', 'license: perhaps', 'must be true or false'],
  ['provider 12345.', 'for 2.0 contact hours.', 'must match the hours in the approval statement'],
  ['approver:', 'approved_by:', 'approved_by'],
])('rejects %s as %s on its line and stores nothing', async (from, to, said) => {
  const { load, pool } = await createApprovedAcademy(APPROVED.replace(from, to))
  const result = await load()
  expect(JSON.stringify('problems' in result && result.problems)).toContain(said)
  expect('problems' in result && result.problems[0]?.line).toBeGreaterThan(1)
  expect((await pool.query('select 1 from products')).rows).toEqual([])
})

test('removes the approval when it is removed from the folder', async () => {
  const { load, says, folder, pool } = await createApprovedAcademy()
  await load()
  const file = path.join(folder, COURSE)
  await writeFile(file, (await readFile(file, 'utf8')).replace(APPROVED, ''))
  expect(await load()).toMatchObject({ report: { products: [{ changes: ['approval'] }] } })
  expect(await says()).toMatchObject(NONE)
  expect((await pool.query('select 1 from approvals')).rows).toEqual([])
})

test('does not apply to a copy of the course', async () => {
  const { load, pool, as, member } = await createApprovedAcademy()
  await load()
  const { id } = (await pool.query('select id from products')).rows[0]
  const owner = as(await member({ role: 'owner' }))
  const read = async (product: string) => (await owner.get(`/Academy/api/studio/products/${product}/`)).body.plan
  expect((await read(id)).approval).toMatchObject({ hours: expect.anything() })
  const copy = (await owner.post(`/Academy/api/studio/products/${id}/copy/`, {})).body.id
  expect((await read(copy)).approval).toMatchObject({ approver: '', hours: '' })
})

test('takes the completion rule through an export and import and through the studio, and rejects others', async () => {
  const { deps, folder, load, pool, as, member } = await createApprovedAcademy(
    'completion_rule: lectures_before_exam\n',
  )
  const rule = async () => (await pool.query('select completion_rule from courses')).rows[0].completion_rule
  await load()
  expect(await rule()).toBe('lectures_before_exam')
  const exported = await mkdtemp(path.join(tmpdir(), 'academy-exported-'))
  onTestFinished(() => rm(exported, { recursive: true, force: true }))
  await exportFolder(deps, path.join(exported, 'here'))
  expect(await load(path.join(exported, 'here'))).toMatchObject({ report: { products: [{ outcome: 'unchanged' }] } })
  const file = path.join(folder, COURSE)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('lectures_before_exam', 'sometimes'))
  expect(await load()).toMatchObject({ problems: [{ message: expect.stringContaining('must be one of none,') }] })
  await writeFile(file, text.replace('completion_rule: lectures_before_exam\n', ''))
  expect(await load()).toMatchObject({ report: { products: [{ changes: ['completion rule'] }] } })
  expect(await rule()).toBeNull()

  const { id } = (await pool.query('select id from products')).rows[0]
  const at = `/Academy/api/studio/products/${id}/`
  const owner = as(await member({ role: 'owner' }))
  const { revision, stands_since, begun } = (await owner.get(at)).body
  const changes = [{ do: 'set', at: ['completion_rule'], to: 'lectures_before_certificate' }]
  await owner.post(`${at}changes/`, { revision, stands_since, begun, changes })
  const draft = (await owner.get(at)).body
  await owner.post(`${at}publish/`, { revision: draft.revision, is_on_sale: true })
  expect(await rule()).toBe('lectures_before_certificate')
})

test.skipIf(isEveryChange)(
  'edits it in the studio next to a worksheet and reports errors on their fields',
  async () => {
    const { load, says, pool, as, member } = await createApprovedAcademy('')
    await load()
    const { id } = (await pool.query('select id from products')).rows[0]
    const at = `/Academy/api/studio/products/${id}/`
    const owner = as(await member({ role: 'owner' }))
    const set = async (field: string, to: unknown) => {
      const { revision, stands_since, begun } = (await owner.get(at)).body
      const changes = [{ do: 'set', at: ['approval', field], to }]
      return owner.post(`${at}changes/`, { revision, stands_since, begun, changes })
    }
    const sheet = (await owner.get(`${at}study-time/`)).body
    expect(sheet.total).toBe((sheet.lines as { minutes: number }[]).reduce((sum, { minutes }) => sum + minutes, 0))
    expect(sheet.lines.map(({ says: said }: { says: string }) => said)).toEqual([
      expect.stringMatching(/^Videos, measured: \d+\.\d minutes$/),
      'Handouts, 1 page at 2 minutes per page',
      'Exam, 5 questions at 1.5 minutes per question',
    ])
    expect(Number(sheet.hours)).toBe(Math.floor(sheet.total / 6) / 10)
    expect(sheet.reasoning).toContain('rounded down to the nearest tenth')

    await set('hours', 'two')
    await set('valid_from', '2026-01-01')
    const { findings } = (await owner.get(at)).body
    expect(findings).toEqual([{ at: ['approval', 'hours'], message: expect.stringContaining('number of hours') }])
    for (const [field, to] of Object.entries({
      hours: sheet.hours,
      reasoning: sheet.reasoning,
      approver: 'Board of Example',
      statement: 'Approved.',
      provider_number: '012345',
      valid_until: '2027-12-31',
    }))
      await set(field, to)
    const { revision } = (await owner.get(at)).body
    expect((await owner.post(`${at}publish/`, { revision, is_on_sale: true })).status).toBe(200)
    expect(await says()).toMatchObject({ is: true, more: expect.stringContaining('Approved. Provider number 012345.') })
    expect((await owner.get(at)).body.plan.approval.reasoning).toBe(sheet.reasoning)
  },
)
