import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Transaction } from './open-database.ts'
import { connectClient } from './pg-client.ts'

/** PostgreSQL's advisory locks are plain numbers. They are all defined here, so that no two are the same. */
export const LOCKS = {
  migrating: 4_276_001,
  copyingTestDatabase: 4_276_002,
  saving: 4_276_003,
  serving: 4_276_004,
  sweeping: 4_276_005,
  /** Database functions that issue invoices take this lock. */
  numbering: 4_276_006,
  startingStripeEmulator: 4_276_007,
  listingErased: 4_276_008,
  /** Taken for changes to uploads. */
  announcing: 4_276_009,
} as const

export type Lock = (typeof LOCKS)[keyof typeof LOCKS]

/**
 * Takes the lock and returns the connection, which holds the lock as long as it is open. Returns undefined if another
 * process holds the lock.
 */
export async function tryLock(connectionString: string, lock: Lock): Promise<pg.Client | undefined> {
  // If the connection breaks, callers react to 'end'.
  const client = await connectClient({ connectionString, application_name: 'academy-lock', keepAlive: true })
  // A machine that loses power closes no connections. Without these settings, PostgreSQL would keep its lock for two
  // hours.
  await client.query('set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lock])
  if (rows[0]?.held) return client
  await client.end()
  return undefined
}

/** Waits for the lock, then holds it while `work` runs. */
export async function withLock<Value>(
  connectionString: string,
  lock: Lock,
  work: () => Promise<Value>,
): Promise<Value> {
  const client = await connectClient({ connectionString, application_name: 'academy-lock' })
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    return await work()
  } finally {
    await client.end()
  }
}

/** Waits for the lock with this name, such as `notes` and a member's ID, and holds it until the transaction ends. */
export async function lockByName(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
