import pg from 'pg'
import { OperatorError } from '#shared/operator-error.ts'
import { DatabaseConnectionError } from './database-errors.ts'

/** A connection of its own, outside of every pool. Throws NoConnection, whose cause says why; `describeDatabaseError` has the words for it. */
export async function connectClient(config: pg.ClientConfig & { connectionString: string }): Promise<pg.Client> {
  const client = createClient(config)
  // What breaks between two statements: the next one fails and says so.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (cause) {
    void client.end().catch(() => {})
    throw new DatabaseConnectionError('No connection to the database', { cause })
  }
}

/** Throws a Slip where the address can't be read: what pg throws then repeats it with its password. */
export function createClient(config: pg.ClientConfig & { connectionString: string }): pg.Client {
  try {
    return new pg.Client(config)
  } catch {
    throw new OperatorError(
      `DATABASE_URL can't be read. It should be: an address such as postgresql://user:password@host/database, with signs such as @, / and # of a password written as %40, %2F and %23`,
    )
  }
}
