import pg from 'pg'
import { LOCKS } from '#db/locks.ts'

/** The address of another database on this server. */
export function databaseUrl(server: string, database: string): string {
  return server.replace(/\/[^/?]*(\?|$)/, `/${database}$1`)
}

/** Makes an empty database. */
export async function createDatabase(server: string, name: string): Promise<void> {
  await withServerConnection(server, (client) =>
    client.query(`create database ${name} encoding 'UTF8' template template0`),
  )
}

/** Makes a database that begins as a copy of another one, which nobody uses meanwhile. Returns its address. */
export async function copyDatabase(server: string, from: string, name: string): Promise<string> {
  await withServerConnection(server, async (client) => {
    // Two copies of one template at a time are refused.
    await client.query('select pg_advisory_lock($1)', [LOCKS.copyingTestDatabase])
    await client.query(`create database ${name} template ${from}`)
  })
  return databaseUrl(server, name)
}

/**
 * Drops the database at this address, whoever of its role still uses it. `with (force)` would end the server's own clearing up too, which this role may
 * not; without it the server ends that by itself.
 */
export async function dropDatabase(address: string): Promise<void> {
  const [, name] = /\/([^/?]*)(?:\?|$)/.exec(address) ?? []
  await withServerConnection(databaseUrl(address, 'postgres'), async (client) => {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
      [name],
    )
    await client.query(`drop database ${name}`)
  })
}

/** Does something on a server, over a connection of its own. */
export async function withServerConnection(
  server: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
