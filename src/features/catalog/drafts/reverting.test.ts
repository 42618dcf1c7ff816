import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importFolder } from '#features/catalog/import-export/import.public.ts'
import { changePrice } from '#features/foundation/products/products.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { writeCourse } from '../../../../test/harness/hand-written-course.ts'

// These tests check that no way of changing a course undoes changes that were made in another way.

const PRODUCTS = '/Academy/api/studio/products/'
const SLUG = 'reading-a-record'

async function academyWithCourse() {
  const academy = await testAcademy()
  const { deps, as, member, pool } = academy
  const content = await mkdtemp(path.join(tmpdir(), 'academy-taken-back-'))
  onTestFinished(() => rm(content, { recursive: true, force: true }))
  const folder = await writeCourse(content)
  const load = () => importFolder(deps, content, OPERATOR)
  await load()
  const { rows } = await pool.query<{ id: string }>(`select id from products where slug = '${SLUG}'`)
  const [row] = rows
  const at = `${PRODUCTS}${row?.id}/`
  const owner = as(await member({ role: 'owner' }))
  const open = async () => (await owner.get(at)).body
  const change = async (...changes: object[]) => {
    const { revision, stands_since } = await open()
    return owner.post(`${at}changes/`, { revision, stands_since, changes })
  }
  const publish = async (part = '') => {
    const body = { revision: (await open()).revision, ...(part === '' && { is_on_sale: true }) }
    expect((await owner.post(`${at}${part}publish/`, body)).status).toBe(200)
  }
  const edit = async (file: string, from: string, to: string) => {
    const there = path.join(folder, 'lectures', file)
    await writeFile(there, (await readFile(there, 'utf8')).replace(from, to))
  }
  return { ...academy, id: row?.id ?? '', at, owner, load, open, change, publish, edit }
}

const set = (at: string, to: string) => ({ do: 'set', at: at.split('/'), to })

test("does not undo the studio's lecture order in an import", async () => {
  const { load, open, change, publish, edit } = await academyWithCourse()
  await change({ do: 'move', at: ['lectures', 'last-page'], after: null }, set('lectures/first-page/name', 'One'))
  await publish()
  await edit('01-first-page.md', '1. The First Page', 'One')
  await edit('02-last-page.md', '2. The Last Page', 'Two')
  await expect(load()).rejects.toThrow(
    'lectures: at the last import "first-page, last-page", in the studio "last-page, first-page", in this folder "first-page, last-page"',
  )
  expect((await open()).plan.lectures.map(({ id }: { id: string }) => id)).toEqual(['last-page', 'first-page'])
})

test('keeps the last import among the oldest versions, to compare the next one with', async () => {
  const { pool, change, publish } = await academyWithCourse()
  await change(set('short', 'Once'))
  await publish()
  // Makes the database look as if there had already been sixty versions.
  await pool.query(
    'insert into product_versions select product_id, 60, origin, form, plan, published_at from product_versions where number = 2',
  )
  await change(set('short', 'Twice'))
  await publish()
  const { rows } = await pool.query('select number, origin from product_versions order by number')
  expect(rows).toEqual([
    { number: 1, origin: 'folder' },
    { number: 60, origin: 'studio' },
    { number: 61, origin: 'studio' },
  ])
})

test('does not let the rest of a draft undo a price change after a single lecture was published', async () => {
  const { deps, open, change, publish } = await academyWithCourse()
  await change(set('lectures/first-page/name', 'Mended'), set('short', 'Later'))
  await changePrice(deps, { slug: SLUG, priceCents: 8_800, by: OPERATOR })
  await publish('lectures/first-page/')
  await publish()
  expect((await open()).plan).toMatchObject({ price: '88.00', short: 'Later' })
})

test('does not conflict with open editors when the catalog order changes', async () => {
  const { id, at, owner, open, course } = await academyWithCourse()
  const other = await course({ title: 'Reports' })
  const { revision, stands_since } = await open()
  expect((await owner.post('/Academy/api/studio/shelf/', { kind: 'course', ids: [other.id, id] })).status).toBe(200)
  const saved = await owner.post(`${at}changes/`, { revision, stands_since, changes: [set('short', 'First')] })
  expect(saved.body).toMatchObject({ revision: 1, clashes: [] })
})

test('logs updating a draft and reverting a lecture', async () => {
  const { deps, at, owner, pool, open, change, publish } = await academyWithCourse()
  await change(set('lectures/first-page/name', 'Mended'), set('price', '99.00'))
  await changePrice(deps, { slug: SLUG, priceCents: 8_800, by: OPERATOR })
  expect((await owner.post(`${at}update/`, { choices: { price: 'theirs' } })).status).toBe(200)
  expect((await owner.post(`${at}lectures/first-page/take-back/`, {})).status).toBe(200)
  expect((await owner.post(`${at}lectures/nowhere/take-back/`, {})).status).toBe(400)
  await change(set('short', 'Other'))
  await publish()
  const { plan } = await open()
  expect(plan).toMatchObject({ price: '88.00', short: 'Other' })
  const { rows } = await pool.query(
    `select kind, subject_id, subject_name, after from audit_events where kind in ('draft.brought_up_to_date', 'draft.lecture_taken_back') order by at, kind`,
  )
  const subject = { subject_id: SLUG, subject_name: plan.name }
  expect(rows).toEqual([
    { ...subject, kind: 'draft.brought_up_to_date', after: { price: 'the published version’s' } },
    { ...subject, kind: 'draft.lecture_taken_back', after: { lecture: 'first-page' } },
  ])
})
