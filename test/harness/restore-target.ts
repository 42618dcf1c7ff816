import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import { EXCLUDED_TABLES } from '../../src/operations/backup-format.rules.ts'
import { emptyDatabase } from './database.ts'

export async function makeScratchFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export async function makeEmptyTarget() {
  const folder = await makeScratchFolder()
  const connectionString = await emptyDatabase()
  return { folder, connectionString, files: createFolderFiles(path.join(folder, 'files')) }
}

export async function queryRows<Row extends pg.QueryResultRow>(
  connectionString: string,
  query: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

// A backup does not record itself, and a restored academy records its restore.
export const SELF = `kind not in ('academy.backed_up', 'academy.restored')`

/**
 * Every table's count and digest of all rows, computed by PostgreSQL; for the log, without backup and restore events.
 */
export async function digestTables(connectionString: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows: names } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const sums: Record<string, string> = {}
    for (const { name } of names.filter((table) => !EXCLUDED_TABLES.includes(table.name))) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as sum
          from "${name}" t ${name === 'audit_events' ? `where ${SELF}` : ''}`,
      )
      sums[name] = rows[0]?.sum ?? ''
    }
    return sums
  } finally {
    await client.end()
  }
}
