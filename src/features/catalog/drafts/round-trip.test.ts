import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exportFolder } from '#features/catalog/import-export/import.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { loadDemo } from '../../../../test/harness/demo-academy.ts'
import { hashFiles } from '../../../../test/harness/hash-files.ts'

test('leaves the export identical, file by file, after every demo product is opened in the studio, changed by a word, changed back, and published', async () => {
  const { deps, as, member, pool } = await testAcademy()
  await loadDemo(deps)
  const owner = as(await member({ role: 'owner' }))
  const root = await mkdtemp(path.join(tmpdir(), 'academy-round-trip-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await exportFolder(deps, path.join(root, 'before'))

  const { body } = await owner.get('/Academy/api/studio/products/')
  const products = body.products as { id: string; name: string; is_on_sale: boolean }[]
  expect(products).toHaveLength(11)
  for (const { id, name, is_on_sale } of products) {
    const at = `/Academy/api/studio/products/${id}/`
    const { stands_since, findings } = (await owner.get(at)).body
    expect([name, findings]).toEqual([name, []])
    const save = async (revision: number, to: string) =>
      (await owner.post(`${at}changes/`, { revision, stands_since, changes: [{ do: 'set', at: ['name'], to }] })).body
    expect(await save(0, `${name} again`)).toMatchObject({ revision: 1 })
    expect(await save(1, name)).toMatchObject({ revision: 2 })
    expect((await owner.post(`${at}publish/`, { revision: 2, is_on_sale })).status).toBe(200)
  }
  await exportFolder(deps, path.join(root, 'after'))
  expect(await hashFiles(path.join(root, 'after'))).toEqual(await hashFiles(path.join(root, 'before')))
  const { rows } = await pool.query(
    'select max(version) as last, count(*) filter (where retired_at is not null) as gone from questions',
  )
  expect(rows).toEqual([{ last: 1, gone: '0' }])
  // An export matches what the studio published, so importing it again changes nothing and is not rejected.
  await loadDemo(deps)
}, 120_000)
