import { createHash, randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { continueDigest, prepareFile } from './file-preparation.service.ts'

const MIB = 1024 ** 2

async function comingFile() {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-coming-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const content = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(5 * MIB)])
  const source = path.join(folder, 'coming')
  await writeFile(source, content.subarray(0, MIB))
  return {
    source,
    sha256: createHash('sha256').update(content).digest('hex'),
    /** Appends the rest of the recording to the file. */
    come: () => appendFile(source, content.subarray(MIB)),
    digestOfWhole: async () =>
      prepareFile({ source, name: 'notes.zip', use: 'handout', target: path.join(folder, 'arranged') }, 'ann'),
  }
}

test('computes the digest of the whole file incrementally, even when a part was missed', async () => {
  const { source, sha256, come, digestOfWhole } = await comingFile()
  await continueDigest({ source, from: 0, to: MIB })
  await come()
  await continueDigest({ source, from: 2 * MIB, to: 3 * MIB })
  const stored = { sha256, bytes: 5 * MIB + 4 }
  expect(await digestOfWhole()).toMatchObject({ stored })
  expect(await digestOfWhole()).toMatchObject({ stored })
})

test('does not read a part twice', async () => {
  const { source, sha256, come, digestOfWhole } = await comingFile()
  await continueDigest({ source, from: 0, to: MIB })
  await come()
  await writeFile(source, 'PK\u0003\u0004 elsewhere', { flag: 'r+' })
  expect(await digestOfWhole()).toMatchObject({ stored: { sha256 } })
})

test('computes the digest from the whole file when its start was read elsewhere', async () => {
  const { source, sha256, come, digestOfWhole } = await comingFile()
  await come()
  await continueDigest({ source, from: 2 * MIB, to: 3 * MIB })
  expect(await digestOfWhole()).toMatchObject({ stored: { sha256 } })
})
