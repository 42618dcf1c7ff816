import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startObjectStorage } from '../../../test/harness/object-storage.ts'
import type { Files, StoredFile } from './files.ts'
import { createFolderFiles } from './folder-files.ts'

let scratch = ''
let storage: Awaited<ReturnType<typeof startObjectStorage>>
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'academy-files-'))
  storage = await startObjectStorage()
})
afterAll(async () => {
  await storage.close()
  await rm(scratch, { recursive: true })
})

let count = 0
const stores: Record<string, () => Files> = {
  'a folder': () => createFolderFiles(path.join(scratch, `store-${(count += 1)}`)),
  'a bucket': () => storage.files({ url: storage.url.replace('?', `/store-${(count += 1)}?`) }),
}

const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

async function everything(files: Files): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  for await (const file of files.list()) found.push(file)
  return found
}

async function contentOf(files: Files, { sha256 }: StoredFile): Promise<Buffer | undefined> {
  const found = await files.read(sha256)
  return found && buffer(found.content)
}

describe.each(Object.keys(stores))('in %s', (kind) => {
  const empty = () => {
    const files = stores[kind]?.()
    if (!files) throw new Error(kind)
    return files
  }

  test('finds a stored file by the digest of its content, byte for byte', async () => {
    const files = empty()
    const content = Buffer.alloc(1_000_001, 'nurse ')
    const source = path.join(scratch, 'lecture.mp4')
    await writeFile(source, content)

    const stored = await files.put(source)

    expect(stored).toEqual({ sha256: sha256Of(content), bytes: 1_000_001 })
    expect(await files.size(stored.sha256)).toBe(1_000_001)
    const read = await files.read(stored.sha256)
    expect(read?.bytes).toBe(1_000_001)
    expect(read && (await buffer(read.content)).equals(content)).toBe(true)
  })

  test('stores the same content once, from twenty concurrent writers; an empty file is a file', async () => {
    const files = empty()
    const all = await Promise.all(Array.from({ length: 20 }, () => files.put(Buffer.from('the same words'))))
    const nothing = await files.put(Buffer.alloc(0))

    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(1)
    const listed = (await everything(files)).toSorted((a, b) => a.bytes - b.bytes)
    expect(listed).toEqual([nothing, { sha256: sha256Of(Buffer.from('the same words')), bytes: 14 }])
    expect(await contentOf(files, nothing)).toEqual(Buffer.alloc(0))
  })

  test('lists everything stored, and nothing that was removed', async () => {
    const files = empty()
    expect(await everything(files)).toEqual([])
    const stored = await Promise.all([1, 2, 3, 4, 5].map((n) => files.put(Buffer.from(`file ${n}`))))
    const [first] = stored
    if (!first) throw new Error('nothing stored')
    const byName = (list: StoredFile[]) => list.toSorted((a, b) => a.sha256.localeCompare(b.sha256))
    expect(byName(await everything(files))).toEqual(byName(stored))

    await files.remove(first.sha256)
    await files.remove(first.sha256)
    expect(await files.size(first.sha256)).toBeUndefined()
    expect(await files.read(first.sha256)).toBeUndefined()
    expect(await everything(files)).toHaveLength(4)
  })

  test('rejects content that does not match its digest', async () => {
    const files = empty()
    const words = Buffer.from('the words that were promised')
    const file = { sha256: sha256Of(words), bytes: words.length }
    async function* chunks(text: string) {
      for (const word of text.split(' ')) yield Buffer.from(word)
    }
    const save = (text: string) => files.keep(file, () => Promise.resolve(chunks(text)))
    await expect(save('the words that were exchanged')).rejects.toThrow('did it change meanwhile?')
    await expect(save('the words')).rejects.toThrow('did it change meanwhile?')
    await expect(save('the words that were promised and many more')).rejects.toThrow('did it change meanwhile?')
    await expect(files.put(path.join(scratch, 'nowhere'))).rejects.toThrow('ENOENT')
  })

  test('finds files only by digest: no name leads elsewhere', async () => {
    const files = empty()
    for (const name of ['../../etc/passwd', '', 'a'.repeat(63), `${'a'.repeat(63)}/`, 'A'.repeat(64)]) {
      expect(await files.size(name)).toBeUndefined()
      expect(await files.read(name)).toBeUndefined()
      await expect(
        files.keep({ sha256: name, bytes: 1 }, () => Promise.resolve(new Blob(['x']).stream())),
      ).rejects.toThrow('Not a SHA-256')
    }
  })

  test('reports nothing for a usable store', async () => {
    await empty().check()
  })
})
