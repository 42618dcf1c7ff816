import { type Database, openDatabase } from '#db/open.ts'

let shared: Database | undefined

/** Connections to this worker's database, kept for the next test of the file: PostgreSQL takes longer to begin one than most tests take. */
export function sharedConnections(connectionString: string) {
  const database = (shared ??= openDatabase(connectionString, () => {}, 5))
  return {
    ...database,
    /** What a test still has in hand when it ends must not go on in the next one. */
    async release(): Promise<void> {
      if (database.pool.totalCount > database.pool.idleCount) await closeConnections()
    },
  }
}

export async function closeConnections(): Promise<void> {
  const database = shared
  shared = undefined
  await database?.close()
}
