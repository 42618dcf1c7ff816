import type pg from 'pg'

/** What PostgreSQL calls the connections of jobs. */
export const JOBS_CONNECTION = 'academy-jobs'

/** How the queue reaches its database: over connections of its own, of which one listens, or over somebody's pool, where nobody listens. */
export function createJobsConnections(database: string | pg.Pool) {
  if (typeof database === 'string')
    return { connectionString: database, useListenNotify: true, max: 4, application_name: JOBS_CONNECTION }
  return { db: { executeSql: (text: string, values?: unknown[]) => database.query(text, values) } }
}
