import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** A connection for short, frequent statements. They are sent without waiting for earlier results. */
export type PipelinedConnection = {
  query(statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>
  close(): Promise<void>
}

// If a statement gets no result in this time, the connection is closed, because the statements behind it would get no
// result, either.
const RESPONSE_TIMEOUT_MS = 10_000

/**
 * Opens a connection with the first statement, and opens it again after it breaks. Each statement is its own
 * transaction. A slow statement delays those behind it. Statements don't wait for earlier results. Waiting would cost
 * more than the statements themselves, because the two sides would have to wake each other up every time.
 */
export function openPipelinedConnection(config: pg.ClientConfig): PipelinedConnection {
  let connected: Promise<pg.Client> | undefined

  function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...config, pipeline: true, query_timeout: RESPONSE_TIMEOUT_MS })
    const opened = client.connect().then(() => client)
    // Late errors of this connection must not affect the next one. Pending statements are rejected individually.
    const forget = () => {
      if (connected === opened) connected = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    opened.catch(forget)
    return opened
  }

  return {
    async query(statement, values) {
      connected ??= connect()
      const client = await connected
      return client.query(statement, values)
    },
    async close() {
      const client = await connected?.catch(() => undefined)
      await client?.end()
    },
  }
}

const pipelinedDatabases = new WeakMap<object, NodePgDatabase>()

/**
 * Makes a database's prepared statements use this connection. In a transaction, they use the transaction's connection.
 */
export function pipelinePreparedStatements(db: NodePgDatabase, line: PipelinedConnection): void {
  // The connection has all the methods that Drizzle calls on a client.
  pipelinedDatabases.set(db, drizzle(line as unknown as pg.Client))
}

/** Returns the database for prepared statements, which uses the pipelined connection, if there is one. */
export function getPipelinedDb(db: object): NodePgDatabase | undefined {
  return pipelinedDatabases.get(db)
}
