import type pg from 'pg'

/** The application name that PostgreSQL shows for connections of jobs. */
export const JOBS_CONNECTION = 'academy-jobs'

/**
 * Returns how the queue connects to its database. It uses its own connections, one of which listens for notifications,
 * or a caller's pool without listening.
 */
export function createJobsConnections(database: string | pg.Pool) {
  if (typeof database === 'string')
    return { connectionString: database, useListenNotify: true, max: 4, application_name: JOBS_CONNECTION }
  return { db: { executeSql: (text: string, values?: unknown[]) => database.query(text, values) } }
}
