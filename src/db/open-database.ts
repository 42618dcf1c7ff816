import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { FairPool } from './fair-pool.ts'
import { openPipelinedConnection, pipelinePreparedStatements } from './pipelined-connection.ts'

export type Db = NodePgDatabase
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]
/** What a query runs on: the database itself, or a transaction. */
export type Executor = Db | Transaction

export type Database = {
  readonly db: Db
  readonly pool: FairPool
  isUp(): Promise<boolean>
  close(): Promise<void>
}

// A transaction forgotten in a console must not tie up one connection after another. Set in each session, because a
// pooler in between does not accept such a setting at startup.
const LOCK_LIMIT = `set lock_timeout = '4s'`

/**
 * Opens a pool, and a pipelined connection for prepared statements; nothing is sent before the first query. A broken
 * idle connection is replaced silently.
 */
export function openDatabase(
  connectionString: string,
  onIdleError: (error: Error) => void,
  max = 10,
  connectionTimeoutMillis = 4_000,
): Database {
  const config = { connectionString, connectionTimeoutMillis, application_name: 'academy' }
  const pool = new FairPool({ ...config, max, verify: (client, done) => client.query(LOCK_LIMIT, done) })
  const line = openPipelinedConnection(config)
  pool.on('error', onIdleError)
  // An error between two statements of a transaction has no handler; the next statement fails and reports it.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const isUp = () =>
    pool.query('select 1').then(
      () => true,
      () => false,
    )
  const db = drizzle(pool)
  pipelinePreparedStatements(db, line)
  const close = async () => {
    // `pool.end` doesn't wait until its connections are closed; the server may stop before.
    pool.off('error', onIdleError).on('error', () => {})
    await line.close()
    await pool.end()
  }
  return { db, pool, isUp, close }
}
