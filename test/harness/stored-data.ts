import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'

/** Every row of every table outside PostgreSQL's own schemas, like a dump: one text per table, by name. */
export async function readAllRows(pool: Pool): Promise<Map<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`select t::text as line from only ${name} t`)
    if (rows.length > 0) texts.set(name, rows.map(({ line }) => line).join('\n'))
  }
  return texts
}

/** The content of every file below a folder, by path. */
export async function readAllFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')] as const)))
}

/** Which of these words occur where, as `table: word`. */
export function findWords(words: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([name, text]) =>
    words.filter((word) => text.toLowerCase().includes(word.toLowerCase())).map((word) => `${name}: ${word}`),
  )
}
