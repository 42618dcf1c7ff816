import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readLog } from '#features/foundation/audit-log/audit-log.public.ts'
import { testAcademy } from '../../test/harness/academy.ts'
import { OPERATOR } from '../../test/harness/audit.ts'
import { salesCommands } from './sales-command.ts'
import type { CommandInput } from './command.ts'

test("a month's sales name buyers: the file is readable only by its owner, and exporting is logged", async () => {
  const { deps, db, folder } = await testAcademy()
  onTestFinished(() => void vi.restoreAllMocks())
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(console, 'log').mockReturnValue()
  const { sales } = salesCommands
  const type = async (month: string, options: CommandInput['options']) =>
    sales && 'run' in sales && (await sales.run(deps, { args: [month], options, by: OPERATOR }))

  const file = path.join(folder, 'sales.csv')
  expect(await type('2026-10', { csv: true, to: file })).toBe(0)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toContain('Buyer')
  expect(out).not.toHaveBeenCalled()

  await expect(type('2026-07', { csv: true, to: file })).rejects.toMatchObject({ code: 'invalid' })
  // Viewing is not logged.
  expect(await type('2026-08', {})).toBe(0)
  expect(await type('2026-11', { json: true })).toBe(0)
  expect(await type('2026-12', { to: path.join(folder, 'sales.txt') })).toBe(0)
  const { entries } = await readLog(db, { kind: 'sales', memberId: undefined, since: undefined, limit: 9 })
  const exported = { kind: 'sales.exported', by: { name: 'sara' }, after: { isLive: true } }
  expect(entries.toReversed()).toMatchObject(
    ['2026-10', '2026-11', '2026-12'].map((id) => ({ ...exported, subject: { id } })),
  )
})
