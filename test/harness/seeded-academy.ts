import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { copyDatabase, withServerConnection } from './database-server.ts'
import { runAcademy } from './running-academy.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The data folder of a stopped academy that has loaded the demo, and the name of its database on the tests' server.
     */
    seededAcademy: { folder: string; database: string }
  }
}

/** Loads the demo academy once for all browser test files: each of their academies starts as a copy of it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { databaseServer, templateDatabase } = project.getProvidedContext()
  const database = `academy_seeded_${randomBytes(4).toString('hex')}`
  const databaseUrl = await copyDatabase(databaseServer, templateDatabase, database)
  const academy = await runAcademy({ databaseUrl })
  await academy.stop()
  // Deletes the academy's address, because each copy has its own URL.
  await withServerConnection(databaseUrl, (client) => client.query('delete from academy_address'))
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-seeded-'))
  // The emulator stores its URL, so each copy needs its own.
  await cp(academy.folder, folder, { recursive: true, filter: (source) => path.basename(source) !== 'stand-in' })
  await academy.close()
  project.provide('seededAcademy', { folder, database })
  return () => rm(folder, { recursive: true, force: true })
}
