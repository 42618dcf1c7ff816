import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#db/embedded.ts'
import { openJobs } from '#db/jobs.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { createDatabase, databaseUrl, onServer } from './database-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server on which this run may create databases. */
    databaseServer: string
    /** The migrated database that each worker copies. */
    templateDatabase: string
  }
}

/** One server for the run: the embedded one in a folder of its own, or the one TEST_DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer(project.vitest.config.env['TEST_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'])
  const template = `academy_test_${randomBytes(4).toString('hex')}`
  await createDatabase(server.url, template)
  try {
    await prepareTemplate(databaseUrl(server.url, template))
  } catch (error) {
    // A migration that fails must end the run, not leave it waiting for a server nobody stops.
    await server.close()
    throw error
  }
  project.provide('databaseServer', server.url)
  project.provide('templateDatabase', template)
  return async () => {
    await dropDatabases(server.url, template)
    await server.close()
  }
}

/** Whatever a worker should find in its database before the first test. */
async function prepareTemplate(connectionString: string): Promise<void> {
  await migrateDatabase(connectionString)
  // The jobs' own schema takes half a second to make: once is enough.
  const jobs = openJobs(connectionString, () => {})
  await jobs.start({ work: false })
  await jobs.stop()
}

async function openServer(given: string | undefined): Promise<{ url: string; close: () => Promise<void> }> {
  if (given) return { url: given, close: async () => {} }
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-test-'))
  const embedded = await startEmbedded(folder)
  // Tests work as the role of a real academy, and beyond that make databases and wait for deadlocks to show.
  await onServer(embedded.superuserConnectionString, (client) =>
    client.query('alter role academy createdb; grant set on parameter deadlock_timeout to academy'),
  )
  return {
    url: embedded.connectionString,
    close: async () => {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The workers' copies carry the template's name as a prefix. */
async function dropDatabases(serverUrl: string, template: string): Promise<void> {
  await onServer(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      `${template}%`,
    ])
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  })
}
