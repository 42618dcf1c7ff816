import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '#db/tables/files.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { createCommandRunner } from '../../../../test/harness/command-runner.ts'
import { unusedFilesCommand } from '../../../cli/unused-files-command.ts'
import { removeUnusedFiles, findUnusedFiles } from './unused-files.service.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Starts an academy with files that products use and three unused files. Two of these are old, and one of them has the
 * same content as a used file. The third is recent.
 */
async function academyWithFiles() {
  const academy = await testAcademy()
  const { db, deps, file, podcast, document } = academy
  await podcast()
  const { slug } = await document()
  const old = await file('earlier.mp4', 'video/mp4', 'an earlier video')
  const other = await file('earlier.pdf', 'application/pdf', `text of ${slug}`)
  await db.update(files).set({ createdAt: new Date(Date.now() - 2 * DAY_MS) })
  await file('young.mp4', 'video/mp4', 'a young video')
  const rows = await db.select().from(files)
  const contentOf = (name: string) => rows.find((row) => row.name === name)?.sha256 ?? ''
  return { ...academy, deps, old, other, rows, contentOf }
}

test('finds unreferenced files older than a day, and deletes their content unless another name uses it', async () => {
  const { db, deps, pool, rows, contentOf } = await academyWithFiles()
  expect((await findUnusedFiles(deps)).map(({ name }) => name).toSorted()).toEqual(['earlier.mp4', 'earlier.pdf'])
  expect(await countStatements(async () => void (await findUnusedFiles(deps)))).toBeLessThanOrEqual(3)
  expect(await readEventKinds(pool)).toEqual([])

  const { removed, freedBytes } = await removeUnusedFiles(deps, OPERATOR)
  expect([removed.length, freedBytes]).toEqual([2, 'an earlier video'.length])
  expect(await db.select().from(files)).toHaveLength(rows.length - 2)
  expect(await deps.files.size(contentOf('earlier.mp4'))).toBeUndefined()
  for (const name of ['earlier.pdf', 'young.mp4']) expect(await deps.files.size(contentOf(name))).toBeGreaterThan(0)
  for (const { sha256 } of rows.filter(({ name }) => name !== 'earlier.mp4'))
    expect(await deps.files.size(sha256)).toBeGreaterThan(0)
  expect(await readEventKinds(pool)).toEqual(['academy.removed_files'])
  expect(await removeUnusedFiles(deps, OPERATOR)).toEqual({ removed: [], freedBytes: 0 })
  expect(await readEventKinds(pool)).toEqual(['academy.removed_files'])
})

test('keeps a file referenced meanwhile, and waits for a save in progress', async () => {
  const { db, deps, pool, old, document, contentOf } = await academyWithFiles()
  expect(await findUnusedFiles(deps)).toHaveLength(2)
  const saver = await pool.connect()
  await saver.query('begin')
  await saver.query('select pg_advisory_xact_lock(4276003)')
  const removing = removeUnusedFiles(deps, OPERATOR)
  const { id } = await document()
  await saver.query(`insert into document_files (product_id, position, name, file_id) values ($1, 1, 'A video', $2)`, [
    id,
    old.id,
  ])
  await saver.query('commit')
  saver.release()
  expect((await removing).removed.map(({ name }) => name)).toEqual(['earlier.pdf'])
  expect(await db.select().from(files).where(eq(files.id, old.id))).toHaveLength(1)
  expect(await deps.files.size(contentOf('earlier.mp4'))).toBeGreaterThan(0)
})

test('lists in the command, and deletes only with an explicit option', async () => {
  const { deps } = await academyWithFiles()
  const type = createCommandRunner(deps)
  expect((await type(unusedFilesCommand, [])).text).toMatch(
    /^Stored .*\n.*earlier.*\n.*earlier.*\n\n2 files, 0\.0 MB\. To remove them: npm run academy -- unused-files --remove$/,
  )
  expect((await type(unusedFilesCommand, [], { remove: true })).text).toMatch(/\n\nRemoved 2 files, freeing 0\.0 MB\.$/)
  expect((await type(unusedFilesCommand, [])).text).toBe('No unused files are older than a day.')
})
