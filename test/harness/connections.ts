import pg from 'pg'
import { JOBS_CONNECTION } from '#db/jobs-connections.ts'
import { type Database, openDatabase } from '#db/open-database.ts'

let shared: (Database & { jobsPool: pg.Pool }) | undefined

/**
 * Connections to this worker's database, kept for later tests and files: PostgreSQL takes longer to open one than most
 * tests take.
 */
export function createSharedConnections(connectionString: string) {
  const database = (shared ??= {
    // On a slow machine, a test that only waits for one of the five connections must not get a 503.
    ...openDatabase(connectionString, () => {}, 5, 60_000),
    jobsPool: new pg.Pool({ connectionString, max: 4, application_name: JOBS_CONNECTION }).on('error', () => {}),
  })
  return {
    ...database,
    /** Work that is still running at the end of a test must not continue in the next one. */
    async release(): Promise<void> {
      const isBusy = ({ totalCount, idleCount }: pg.Pool) => totalCount > idleCount
      if (isBusy(database.pool) || isBusy(database.jobsPool)) await closeConnections()
    },
  }
}

async function closeConnections(): Promise<void> {
  const database = shared
  shared = undefined
  await Promise.all([database?.close(), database?.jobsPool.end()])
}
