import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderFiles } from './files.ts'

let scratch = ''
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'academy-files-'))
})
afterAll(() => rm(scratch, { recursive: true }))

async function everyFile(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

test('a stored file is found by the digest of its content, byte for byte', async () => {
  const files = folderFiles(path.join(scratch, 'store'))
  const content = Buffer.alloc(1_000_001, 'nurse ')
  const source = path.join(scratch, 'lecture.mp4')
  await writeFile(source, content)

  const stored = await files.put(source)

  expect(stored).toEqual({ sha256: createHash('sha256').update(content).digest('hex'), bytes: 1_000_001 })
  expect(await files.has(stored.sha256)).toBe(true)
  expect((await readFile(files.path(stored.sha256) ?? '')).equals(content)).toBe(true)
})

test('the same content is kept once, from twenty writers at the same time', async () => {
  const folder = path.join(scratch, 'once')
  const files = folderFiles(folder)

  const all = await Promise.all(Array.from({ length: 20 }, () => files.put(Buffer.from('the same words'))))

  expect(new Set(all.map((stored) => stored.sha256)).size).toBe(1)
  expect(await everyFile(folder)).toEqual([all[0]?.sha256])
})

test('a source that is missing stores nothing and leaves no draft behind', async () => {
  const folder = path.join(scratch, 'missing')
  await expect(folderFiles(folder).put(path.join(scratch, 'nowhere'))).rejects.toThrow('ENOENT')
  await expect(everyFile(folder)).rejects.toThrow('ENOENT')
})

test('only a digest names a file: no path leads out of the folder', async () => {
  const files = folderFiles(path.join(scratch, 'store'))
  for (const name of ['../../etc/passwd', '', 'a'.repeat(63), `${'a'.repeat(63)}/`, 'A'.repeat(64)]) {
    expect(files.path(name)).toBeUndefined()
    expect(await files.has(name)).toBe(false)
  }
})
