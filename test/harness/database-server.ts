import pg from 'pg'
import { LOCKS } from '#db/locks.ts'

export function databaseUrl(server: string, database: string): string {
  return server.replace(/\/[^/?]*(\?|$)/, `/${database}$1`)
}

export async function createDatabase(server: string, name: string): Promise<void> {
  await withServerConnection(server, (client) =>
    client.query(`create database ${name} encoding 'UTF8' template template0`),
  )
}

/** Creates a database as a copy of another one, which must have no connections during that time. Returns its URL. */
export async function copyDatabase(server: string, from: string, name: string): Promise<string> {
  await withServerConnection(server, async (client) => {
    // PostgreSQL rejects two concurrent copies of one template.
    await client.query('select pg_advisory_lock($1)', [LOCKS.copyingTestDatabase])
    await client.query(`create database ${name} template ${from}`)
  })
  return databaseUrl(server, name)
}

/**
 * Drops the database at this URL and ends its role's connections. `with (force)` would end autovacuum, too, which this
 * role may not do; without it, the server ends autovacuum by itself.
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

/** Runs work on a server over its own connection. */
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
