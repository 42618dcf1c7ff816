import { sql } from 'drizzle-orm'
import type { Executor } from './open-database.ts'

/** Whether a job was ever stored in this database. */
export async function hasJobs(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select to_regclass('pgboss.job') is not null as found`)
  return rows[0]?.found ?? false
}
