import { COMMAND_LINE, runCommandLine } from '../../test/harness/command-line.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Files, computeDigest } from '#platform/files/files.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import { testAcademy } from '../../test/harness/academy.ts'
import { readEventKinds } from '../../test/harness/audit.ts'
import { testDatabase } from '../../test/harness/database.ts'
import { loadDemo } from '../../test/harness/demo-academy.ts'
import { type ObjectStorage, startObjectStorage } from '../../test/harness/object-storage.ts'
import { moveFiles, type Progress } from './move-files.service.ts'

// The command line is a separate process, which takes seconds to start.
const LONG_TIMEOUT = { timeout: 120_000 }

let storage: ObjectStorage
beforeAll(async () => {
  storage = await startObjectStorage()
})
afterAll(() => storage.close())

const bucketUrl = (name: string) => storage.url.replace('?', `/${name}?`)

/** A demo course, or the whole demo academy, in a folder, with its command line. */
async function createAcademyWithFiles(part = 'courses/defense-medical-exam-training') {
  const academy = await testAcademy()
  await loadDemo(academy.deps, part)
  const environment = {
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIR: academy.folder,
    DATABASE_URL: await testDatabase(),
    ...storage.environment,
  }
  const moving = (...args: string[]) =>
    spawn(process.execPath, [...COMMAND_LINE, 'move-files', ...args], { env: environment, stdio: 'ignore' })
  const move = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommandLine(environment, 'move-files', ...args)
    return { code, output: stdout + stderr }
  }
  return { ...academy, move, moving }
}

async function listContents(files: Files): Promise<string[]> {
  const found: string[] = []
  for await (const { sha256 } of files.list()) {
    const file = await files.read(sha256)
    found.push(`${sha256} ${file ? (await computeDigest(file.content)).sha256 === sha256 : 'gone'}`)
  }
  return found.toSorted()
}

test(
  'moves files from the folder to a bucket and on to another folder, all of them complete, and prints the next step',
  LONG_TIMEOUT,
  async () => {
    const { deps, folder, move, pool } = await createAcademyWithFiles()
    const before = await listContents(deps.files)
    expect(before.length).toBeGreaterThan(20)

    const there = await move('--to', bucketUrl('moved'))
    expect(there).toMatchObject({ code: 0 })
    expect((await readEventKinds(pool)).at(-1)).toBe('academy.moved_files')
    expect(there.output).toMatch(
      new RegExp(`s3://academy/moved.* now has everything: ${before.length} files \\([\\d.]+ MB\\)`),
    )
    expect(there.output).toContain(`Set FILES_URL='s3://academy/moved?endpoint=${storage.origin}&region=us-east-1'`)
    expect(await listContents(storage.files({ url: bucketUrl('moved') }))).toEqual(before)

    const back = createFolderFiles(path.join(folder, 'back'))
    const reports: Progress[] = []
    await moveFiles(deps, {
      from: storage.files({ url: bucketUrl('moved') }),
      to: back,
      onProgress: (now) => reports.push(now),
    })
    expect(await listContents(back)).toEqual(before)
    expect(reports.at(-1)).toMatchObject({ files: before.length, ofFiles: before.length })
    expect(await listContents(deps.files)).toEqual(before)
  },
)

test('a repeatedly killed move ends with every file complete', LONG_TIMEOUT, async () => {
  const { deps, move, moving } = await createAcademyWithFiles('.')
  const before = await listContents(deps.files)
  const target = storage.files({ url: bucketUrl('killed') })
  const count = async () => {
    let files = 0
    for await (const { bytes } of target.list()) if (bytes > 0) files += 1
    return files
  }
  let kills = 0
  for (const min of [1, 20, 45]) {
    const running = moving('--to', bucketUrl('killed'))
    const ended = once(running, 'exit')
    while (running.exitCode === null && (await count()) < min) await sleep(5)
    running.kill('SIGKILL')
    const [, signal] = await ended
    if (signal === 'SIGKILL') kills += 1
  }
  expect(kills).toBeGreaterThan(1)
  expect(await move('--to', bucketUrl('killed'))).toMatchObject({ code: 0 })
  expect(await listContents(target)).toEqual(before)
})

test('finds and replaces corrupted content at the destination', LONG_TIMEOUT, async () => {
  const { deps, folder } = await createAcademyWithFiles()
  const target = createFolderFiles(path.join(folder, 'target'))
  const moveAll = () => moveFiles(deps, { from: deps.files, to: target, onProgress: () => {} })
  await moveAll()
  const { delivery } = target
  const [first = ''] = (await listContents(target))[0]?.split(' ') ?? []
  const place = delivery.from === 'disk' ? (delivery.path(first) ?? '') : ''
  const spoiled = await readFile(place)
  spoiled[0] = (spoiled[0] ?? 0) ^ 1
  await writeFile(place, spoiled)

  expect(await moveAll()).toMatchObject({ missing: [] })
  expect(await listContents(target)).toEqual(await listContents(deps.files))
})

test('reports a file that exists in neither location', LONG_TIMEOUT, async () => {
  const { pool, deps } = await createAcademyWithFiles()
  await pool.query(
    `insert into files (sha256, name, content_type, bytes, is_public) values (repeat('0', 64), 'a.webp', 'image/webp', 1, true)`,
  )
  const to = storage.files({ url: bucketUrl('lost') })
  const { missing } = await moveFiles(deps, { from: deps.files, to, onProgress: () => {} })
  expect(missing).toEqual([{ sha256: '0'.repeat(64), bytes: 1 }])
})
