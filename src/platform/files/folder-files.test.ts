import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderFiles } from './folder-files.ts'

let scratch = ''
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'academy-files-'))
})
afterAll(() => rm(scratch, { recursive: true }))

async function everyFile(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

test('what was refused leaves no draft behind', async () => {
  const folder = path.join(scratch, 'refused')
  const files = folderFiles(folder)
  await expect(files.put(path.join(scratch, 'nowhere'))).rejects.toThrow('ENOENT')
  await expect(everyFile(folder)).rejects.toThrow('ENOENT')
  await expect(
    files.keep({ sha256: '0'.repeat(64), bytes: 3 }, () => Promise.resolve(new Blob(['two']).stream())),
  ).rejects.toThrow('change')
  expect(await everyFile(folder)).toEqual([])
})

test('a file that was cut short, as by a full disk, is mended when it is stored again', async () => {
  const files = folderFiles(path.join(scratch, 'mended'))
  const { delivery } = files
  const words = Buffer.from('all of these words')
  const { sha256, bytes } = await files.put(words)
  const place = delivery.from === 'disk' ? delivery.path(sha256) : undefined
  await truncate(place ?? '', 3)
  expect(await files.size(sha256)).toBe(3)
  await files.put(words)
  expect(await files.size(sha256)).toBe(bytes)
})
