import { chown, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readChunks } from './files.ts'
import { createFolderFiles } from './folder-files.ts'

let scratch = ''
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'academy-files-'))
})
afterAll(() => rm(scratch, { recursive: true }))

async function everyFile(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

test('rejected content leaves no temporary file', async () => {
  const folder = path.join(scratch, 'refused')
  const files = createFolderFiles(folder)
  await expect(files.put(path.join(scratch, 'nowhere'))).rejects.toThrow('ENOENT')
  await expect(everyFile(folder)).rejects.toThrow('ENOENT')
  await expect(
    files.keep({ sha256: '0'.repeat(64), bytes: 3 }, () => Promise.resolve(new Blob(['two']).stream())),
  ).rejects.toThrow('change')
  expect(await everyFile(folder)).toEqual([])
})

test.each([
  [{ from: 0, to: Infinity }],
  [{ from: 0, to: 262_144 }],
  [{ from: 262_143, to: 262_145 }],
  [{ from: 700_000, to: 9_000_000 }],
  [{ from: 5, to: 5 }],
  [{ from: 9_000_000, to: Infinity }],
])('reads a file in chunks, as the bytes of %o', async (part) => {
  const words = Buffer.from(Array.from({ length: 700_001 }, (_, n) => n % 251))
  const place = path.join(scratch, 'pieces')
  await writeFile(place, words)
  expect((await buffer(readChunks(place, part))).equals(words.subarray(part.from, part.to))).toBe(true)
})

test('repairs a truncated file, as after a full disk, when it is stored again', async () => {
  const files = createFolderFiles(path.join(scratch, 'mended'))
  const { delivery } = files
  const words = Buffer.from('all of these words')
  const { sha256, bytes } = await files.put(words)
  const place = delivery.from === 'disk' ? delivery.path(sha256) : undefined
  await truncate(place ?? '', 3)
  expect(await files.size(sha256)).toBe(3)
  await files.put(words)
  expect(await files.size(sha256)).toBe(bytes)
})

// Uses `/proc`, because its file system is always full.
test.runIf(process.platform === 'linux')('stores nothing on a disk that is almost full', async () => {
  await expect(createFolderFiles('/proc/self').put(Buffer.from('a lecture'))).rejects.toThrow(
    'Less than 200 MB is free in /proc/self.',
  )
})

const isRoot = process.getuid?.() === 0
test.runIf(isRoot)('what root stores belongs to the owner of the folder, including a new folder', async () => {
  const data = path.join(scratch, 'theirs')
  await mkdir(data)
  await chown(data, 1234, 4321)
  const folder = path.join(data, 'deep/files')
  const { sha256 } = await createFolderFiles(folder).put(Buffer.from('a lecture'))
  const places = [path.join(data, 'deep'), folder, path.join(folder, sha256.slice(0, 2))]
  const entries = await readdir(folder, { recursive: true })
  for (const place of [...places, ...entries.map((entry) => path.join(folder, entry))])
    expect(await stat(place)).toMatchObject({ uid: 1234, gid: 4321 })
  expect(await everyFile(folder)).toEqual([sha256])
})
