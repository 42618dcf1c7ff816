import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testAcademy } from '../../test/academy.ts'
import { OPERATOR } from '../../test/audit.ts'
import { booksVerbs } from './books-verbs.ts'

test('the file of a month names buyers, so only whoever wrote it may read it', async () => {
  const { deps } = await testAcademy()
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-books-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'sales.csv')
  const typed = { args: ['2026-10'], options: { csv: true, to: file }, by: OPERATOR }
  const { sales } = booksVerbs
  expect(sales && 'run' in sales && (await sales.run(deps, typed))).toBe(0)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toContain('Buyer')
})
