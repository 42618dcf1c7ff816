import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { LOCK } from './locks.ts'

/** Brings the schema up to date. Several processes may call it at once: an advisory lock lets one work. */
export async function migrateDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK.migrating])
    await migrate(drizzle(client), { migrationsFolder: path.join(import.meta.dirname, 'migrations') })
  } finally {
    await client.end()
  }
}
