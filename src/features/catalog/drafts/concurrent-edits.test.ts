import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importFolder } from '#features/catalog/import-export/import.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { writeCourse } from '../../../../test/harness/hand-written-course.ts'

// These tests check what can happen between editing a draft and publishing it, such as the import of a folder or the
// loss of a file.

const PRODUCTS = '/Academy/api/studio/products/'

async function academyWithCourse() {
  const academy = await testAcademy()
  const { deps, as, member, pool } = academy
  const content = await mkdtemp(path.join(tmpdir(), 'academy-crossing-'))
  onTestFinished(() => rm(content, { recursive: true, force: true }))
  const folder = await writeCourse(content)
  const load = () => importFolder(deps, content, OPERATOR)
  await load()
  const { rows } = await pool.query<{ id: string }>(`select id from products where slug = 'reading-a-record'`)
  const at = `${PRODUCTS}${rows[0]?.id}/`
  const owner = as(await member({ role: 'owner' }))
  const open = async () => (await owner.get(at)).body
  const set = async (place: string, to: unknown) => {
    const { revision, stands_since } = await open()
    await owner.post(`${at}changes/`, { revision, stands_since, changes: [{ do: 'set', at: place.split('/'), to }] })
  }
  const publish = async () => owner.post(`${at}publish/`, { revision: (await open()).revision, is_on_sale: true })
  return { ...academy, folder, load, open, set, publish }
}

test('rejects the second of a concurrent draft publication and import, with the reason', async () => {
  for (const first of ['publish', 'load'] as const) {
    const { pool, folder, load, set, publish } = await academyWithCourse()
    await set('short', 'Studio')
    const file = path.join(folder, 'course.md')
    await writeFile(file, (await readFile(file, 'utf8')).replace('Find the facts.', 'Folder'))
    const both = { publish, load: () => load().then(() => 'imported', String) }
    const [one, other] = first === 'publish' ? [both.publish(), both.load()] : [both.load(), both.publish()]
    const answers = (await Promise.all([one, other])).map((answer) =>
      typeof answer === 'string' ? answer : `${answer.status} ${answer.body.message}`,
    )
    const { rows } = await pool.query<{ short: string }>(`select short_description as short from products`)
    const outcome = [rows[0]?.short, ...answers.toSorted()].join('; ')
    expect(outcome).toMatch(
      /^(Studio; 200 Published.*in the studio "Studio", in this folder "Folder"|Folder; 400 The product changed after .*; imported)/s,
    )
  }
})

test('reports a draft file whose content was lost on its field and publishes nothing', async () => {
  const { deps, pool, open, set, publish } = await academyWithCourse()
  const { rows } = await pool.query<{ id: string; sha256: string }>(
    `select id, sha256 from files where content_type = 'application/pdf'`,
  )
  const { sha256 } = await deps.files.put(Buffer.from('%PDF-1.4 another'))
  const added = await pool.query<{ id: string }>(
    `insert into files (name, content_type, sha256, bytes, is_public) select 'lost.pdf', content_type, $1, 16, false from files where id = $2 returning id`,
    [sha256, rows[0]?.id],
  )
  await set('lectures/first-page/attachments', [{ name: 'Lost', file: added.rows[0]?.id }])
  expect((await open()).findings).toEqual([])
  await deps.files.remove(sha256)
  const { status, body } = await publish()
  expect([status, Object.keys(body.fields)]).toEqual([400, ['lectures/first-page/attachments/0/file']])
  expect(JSON.stringify(body.fields)).toMatch(/is missing[.] Please upload it again/)
  expect((await open()).plan.lectures[0].attachments, 'what was chosen stays').toHaveLength(1)
})
