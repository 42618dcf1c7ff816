import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Executor } from './open-database.ts'

/** A migration's mark, which says whether versions without this migration may use a database that has it. */
export type OverlapMark = { hash: string; name: string; mayOverlap: boolean }

/** The number of the last migration without a mark. */
const LAST_WITHOUT_MARK = 23

const MARK = /^-- overlap: (yes|no)$/

const HOW_TO_MARK = `must begin with the line '-- overlap: yes', if processes of the previous version can keep running with it, or '-- overlap: no'`

/** Returns the mark in the first line of a migration, or undefined if there is none. */
function parseOverlapMark(text: string): boolean | undefined {
  const [, word] = MARK.exec(text.split('\n', 1)[0] ?? '') ?? []
  return word === undefined ? undefined : word === 'yes'
}

/**
 * Reads the marks of the migrations in a folder. `hashes` are the digests of all migrations, in the order of `names`.
 * Throws if a mark is missing.
 */
export async function readOverlapMarks(folder: string, names: string[], hashes: string[]): Promise<OverlapMark[]> {
  const all = names.map((name, at) => ({ name, hash: hashes[at] ?? '' }))
  return Promise.all(
    all.slice(LAST_WITHOUT_MARK + 1).map(async ({ name, hash }) => {
      const mayOverlap = parseOverlapMark(await readFile(path.join(folder, `${name}.sql`), 'utf8'))
      if (mayOverlap === undefined) throw new Error(`${name}.sql ${HOW_TO_MARK}`)
      return { hash, name, mayOverlap }
    }),
  )
}

/**
 * Stores the marks in the database, because older versions don't have the files of newer migrations. Call this before
 * the migrations run, so that each migration has its mark before it is applied.
 */
export async function writeMarks(db: Executor, marks: OverlapMark[]): Promise<void> {
  if (marks.length === 0) return
  await db.execute(sql`create schema if not exists drizzle`)
  await db.execute(
    sql`create table if not exists drizzle.overlap_marks (hash text primary key, name text not null, may_overlap boolean not null)`,
  )
  const rows = sql.join(
    marks.map(({ hash, name, mayOverlap }) => sql`(${hash}, ${name}, ${mayOverlap}::boolean)`),
    sql`, `,
  )
  await db.execute(
    sql`insert into drizzle.overlap_marks (hash, name, may_overlap) values ${rows} on conflict (hash) do nothing`,
  )
}

/**
 * Lists the migrations of a newer version because of which this version can't run at the same time, as sentences
 * without a period.
 */
export async function findBlockingMigrations(db: Executor, hashes: string[]): Promise<string[]> {
  const marks = await readStoredMarks(db)
  const reasons = hashes.flatMap((hash) => {
    const mark = marks.find((each) => each.hash === hash)
    if (mark?.mayOverlap) return []
    return mark === undefined
      ? ['one of its migrations does not say whether an older version can keep running']
      : [`its migration ${mark.name} says that older versions must stop`]
  })
  return [...new Set(reasons)]
}

async function readStoredMarks(db: Executor): Promise<OverlapMark[]> {
  const { rows: found } = await db.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.overlap_marks') is not null as found`,
  )
  if (!found[0]?.found) return []
  const { rows } = await db.execute<OverlapMark>(
    sql`select hash, name, may_overlap as "mayOverlap" from drizzle.overlap_marks`,
  )
  return rows
}
