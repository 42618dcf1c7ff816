import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { DatabaseConnectionError } from './database-errors.ts'
import { openPipelinedConnection, pipelinePreparedStatements } from './pipelined-connection.ts'

export type Db = NodePgDatabase
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]
/** What a query needs: the database itself, or a transaction on it. */
export type Executor = Db | Transaction

export type Database = {
  readonly db: Db
  readonly pool: pg.Pool
  isUp(): Promise<boolean>
  close(): Promise<void>
}

// A transaction that somebody forgot in a console must not hold one connection after the other. Said to each session, since
// a pooler in between takes no such setting at the start.
const LOCK_LIMIT = `set lock_timeout = '4s'`

class ReportingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (callback) return super.connect(callback)
    // For a transaction. A statement of its own is told as a failed query.
    return super.connect().catch((error: unknown) => {
      throw new DatabaseConnectionError('No connection to the database', { cause: error })
    })
  }
}

/**
 * Opens a pool, and a line for prepared statements; nothing is sent until the first query. An idle connection that breaks is
 * replaced, not thrown.
 */
export function openDatabase(connectionString: string, onIdleError: (error: Error) => void, max = 10): Database {
  const config = { connectionString, connectionTimeoutMillis: 4_000, application_name: 'academy' }
  const pool = new ReportingPool({ ...config, max, verify: (client, done) => client.query(LOCK_LIMIT, done) })
  const line = openPipelinedConnection(config)
  pool.on('error', onIdleError)
  // One that breaks between two statements of a transaction has nobody to tell; its next statement fails and says so.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const isUp = () =>
    pool.query('select 1').then(
      () => true,
      () => false,
    )
  const db = drizzle(pool)
  pipelinePreparedStatements(db, line)
  const close = async () => {
    await line.close()
    await pool.end()
  }
  return { db, pool, isUp, close }
}
