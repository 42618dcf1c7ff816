import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { readEventKinds } from '../../../../test/harness/audit.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'

const UNUSED = '/Academy/api/studio/files/unused/'

test('lists unused files for an editor and deletes selected ones, keeping those in use by then', async () => {
  const { as, member, file, podcast, pool, deps } = await testAcademy()
  const editor = as(await member({ role: 'editor' }))
  await podcast()
  const [old, draft, unused] = [
    await file('old.mp4', 'video/mp4', 'an old video'),
    await file('draft.mp4', 'video/mp4', 'of a draft'),
    await file('kept.pdf', 'application/pdf', 'kept'),
  ]
  await pool.query(`update files set created_at = now() - interval '4 days'`)
  await file('young.mp4', 'video/mp4', 'young')
  await pool.query(
    `with made as (insert into drafts (product_id, kind, form, plan, revision, created_at, updated_at)
      values (gen_random_uuid(), 'course', 1, '{}', 1, now(), now()) returning product_id)
     insert into draft_files (draft_id, file_id) select product_id, $1 from made`,
    [draft.id],
  )
  const { body } = await editor.get(UNUSED)
  expect(body).toMatchObject({ count: 2, bytes: 16, files: [{ id: old.id, name: 'old.mp4' }, { id: unused.id }] })
  expect((await recordStatements(async () => void (await editor.get(UNUSED)))).length).toBeLessThanOrEqual(5)
  const reply = await editor.post(`${UNUSED}remove/`, { files: [old.id, draft.id] })
  expect(reply.body).toEqual({
    message: '1 file was removed, freeing 0.0 MB. Not removed: 1 file (in use again, or already removed).',
    removed: 1,
  })
  expect((await editor.get(UNUSED)).body.files).toMatchObject([{ id: unused.id }])
  const { rows } = await pool.query<{ sha256: string }>('select sha256 from files')
  for (const { sha256 } of rows) expect(await deps.files.size(sha256)).toBeGreaterThan(0)
  expect(await readEventKinds(pool)).toEqual(['academy.removed_files'])
  expect((await editor.post(`${UNUSED}remove/`, { files: [] })).body.fields).toEqual({
    files: ['Please choose at least one file.'],
  })
})

test('counts a file that is being uploaded, or was within the last week, as used', async () => {
  const { as, member, file, pool } = await testAcademy()
  const by = await member({ role: 'owner' })
  const { id } = await file('again.mp4', 'video/mp4', 'an old video, sent again')
  await pool.query(`update files set created_at = now() - interval '90 days'`)
  await pool.query(
    `insert into uploads (member_id, use, name, bytes, received, created_at, touched_at, file_id) values ($1, 'video', 'again.mp4', 1, 1, now(), now(), $2)`,
    [by.id, id],
  )
  expect((await as(by).get(UNUSED)).body).toEqual({ files: [], count: 0, bytes: 0 })
})
