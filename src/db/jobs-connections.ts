import type pg from 'pg'

/** PostgreSQL's application name for connections of jobs. */
export const JOBS_CONNECTION = 'academy-jobs'

/**
 * How the queue reaches its database: over its own connections, one of them listening, or over a caller's pool without
 * listening.
 */
export function createJobsConnections(database: string | pg.Pool) {
  if (typeof database === 'string')
    return { connectionString: database, useListenNotify: true, max: 4, application_name: JOBS_CONNECTION }
  return { db: { executeSql: (text: string, values?: unknown[]) => database.query(text, values) } }
}
