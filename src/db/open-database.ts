import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { FairPool } from './fair-pool.ts'
import { openPipelinedConnection, pipelinePreparedStatements } from './pipelined-connection.ts'

export type Db = NodePgDatabase
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]
/** What runs a query: the database itself, or a transaction. */
export type Executor = Db | Transaction

export type Database = {
  readonly db: Db
  readonly pool: FairPool
  isUp(): Promise<boolean>
  close(): Promise<void>
}

// A transaction that someone left open in a console must not block one connection after another. The limit is set in
// each session, because a pooler between the academy and the database doesn't accept it at startup.
const LOCK_LIMIT = `set lock_timeout = '4s'`

/**
 * Opens a pool, and a pipelined connection for prepared statements. Nothing is sent before the first query. An idle
 * connection that breaks is replaced, and callers don't notice.
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
  // An error between two statements of a transaction has no handler. The next statement fails and reports it.
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
