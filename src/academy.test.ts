import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { testDatabase } from '../test/harness/database.ts'
import { openAcademy } from './academy.ts'

test('of many processes starting on one data folder, one starts the emulated card provider, and all use it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, DATABASE_URL: await testDatabase() })
  const academies = await Promise.all(Array.from({ length: 4 }, () => openAcademy(config)))
  onTestFinished(async () => void (await Promise.all(academies.map(({ close }) => close()))))
  expect(new Set(academies.map(({ deps }) => JSON.stringify(deps.cards))).size).toBe(1)
})
