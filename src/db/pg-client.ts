import pg from 'pg'
import { OperatorError } from '#shared/operator-error.ts'
import { DatabaseConnectionError } from './database-errors.ts'

/**
 * Opens a separate connection that belongs to no pool. Throws DatabaseConnectionError with a cause that
 * `describeDatabaseError` explains.
 */
export async function connectClient(config: pg.ClientConfig & { connectionString: string }): Promise<pg.Client> {
  const client = createClient(config)
  // Errors between two statements are ignored here. The next statement fails and reports them.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (cause) {
    void client.end().catch(() => {})
    throw new DatabaseConnectionError('No connection to the database', { cause })
  }
}

/**
 * Creates a client. Throws an OperatorError if the connection string can't be parsed, because pg's own error would
 * contain it with its password.
 */
export function createClient(config: pg.ClientConfig & { connectionString: string }): pg.Client {
  try {
    return new pg.Client(config)
  } catch {
    throw new OperatorError(
      `DATABASE_URL can't be read. It must be an address such as postgresql://user:password@host/database. Write @, /, and # in a password as %40, %2F, and %23`,
    )
  }
}
