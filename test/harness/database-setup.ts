import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { openJobs } from '#db/jobs.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { findDebianPrograms, startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { createDatabase, databaseUrl, withServerConnection } from './database-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL that a project's tests run on: the embedded one, or that of Debian's packages. */
    postgres: 'embedded' | 'debian'
    /** A server on which this run may create databases. */
    databaseServer: string
    /** The migrated database that each worker copies. */
    templateDatabase: string
  }
}

type Server = { url: string; stop(): Promise<void> }

/** Starts a database server for the tests of one project and creates their template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await (project.getProvidedContext().postgres === 'debian' ? debian() : embedded())
  const template = `academy_test_${randomBytes(4).toString('hex')}`
  try {
    await createDatabase(server.url, template)
    await prepareTemplate(databaseUrl(server.url, template))
  } catch (error) {
    // A failed migration must end the run, not leave it waiting for a server that nothing stops.
    await server.stop()
    throw error
  }
  project.provide('databaseServer', server.url)
  project.provide('templateDatabase', template)
  return () => server.stop()
}

/** Sets up everything that a worker's database has before the first test. */
async function prepareTemplate(connectionString: string): Promise<void> {
  await migrateDatabase(connectionString)
  // Creating the job schema takes half a second, so it is done once.
  const jobs = openJobs(connectionString, () => {})
  await jobs.start({ work: false })
  await jobs.stop()
}

async function embedded(): Promise<Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-test-'))
  const server = await startEmbeddedServer(folder)
  // Tests use the role of a real academy, which may also create databases, empty them regardless of foreign keys, and
  // shorten the deadlock timeout.
  await withServerConnection(server.superuserConnectionString, (client) =>
    client.query(
      'alter role academy createdb; grant set on parameter deadlock_timeout, session_replication_role to academy',
    ),
  )
  return {
    url: server.connectionString,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function debian(): Promise<Server> {
  const programs = findDebianPrograms()
  if (programs === undefined) throw new Error('This needs the PostgreSQL of Debian: apt-get install -y postgresql')
  return startDebianPostgres(programs)
}
