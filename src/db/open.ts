import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export type Db = NodePgDatabase
/** What a query needs: the database itself, or a transaction on it. */
export type Executor = Db | Parameters<Parameters<Db['transaction']>[0]>[0]

export type Database = {
  readonly db: Db
  readonly pool: pg.Pool
  isUp(): Promise<boolean>
  close(): Promise<void>
}

/** Opens a pool; nothing is sent until the first query. An idle connection that breaks is replaced, not thrown. */
export function openDatabase(connectionString: string, onIdleError: (error: Error) => void, max = 10): Database {
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 4_000, application_name: 'academy' })
  pool.on('error', onIdleError)
  // One that breaks between two statements of a transaction has nobody to tell; its next statement fails and says so.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const isUp = () =>
    pool.query('select 1').then(
      () => true,
      () => false,
    )
  return { db: drizzle(pool), pool, isUp, close: () => pool.end() }
}
