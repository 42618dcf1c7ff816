import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** A connection for short statements that are asked all day: they follow each other without waiting for the answers before them. */
export type PipelinedConnection = {
  query(statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>
  close(): Promise<void>
}

// Whoever is not answered by then breaks the connection: nobody behind would be answered either.
const RESPONSE_TIMEOUT_MS = 10_000

/**
 * Opened with the first statement, and anew after it broke. Each statement is a transaction of its own; one that is slow
 * holds up those behind it. Waiting for each answer costs more than the statements themselves, since both sides wake each other every time.
 */
export function openPipelinedConnection(config: pg.ClientConfig): PipelinedConnection {
  let connected: Promise<pg.Client> | undefined

  function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...config, pipeline: true, query_timeout: RESPONSE_TIMEOUT_MS })
    const opened = client.connect().then(() => client)
    // What this connection tells late must not be taken for news of the next one. Who waits for an answer is told by its own rejection.
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

/** The prepared statements of a database go over this line. In a transaction they stay on its connection. */
export function pipelinePreparedStatements(db: NodePgDatabase, line: PipelinedConnection): void {
  // It has all that Drizzle asks of a client.
  pipelinedDatabases.set(db, drizzle(line as unknown as pg.Client))
}

/** The database as its prepared statements reach it, if there is a line to it. */
export function getPipelinedDb(db: object): NodePgDatabase | undefined {
  return pipelinedDatabases.get(db)
}
