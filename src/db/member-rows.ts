import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from './open-database.ts'

/**
 * A list of a member's stored data. `name` is the name of its table. The statement has no parameters, because a cursor
 * reads it. It selects no secrets and no data of other members.
 */
export type MemberRows = { readonly name: string; readonly rows: SQL }

/** Returns an ID as a literal for such a statement: `'0b7f9c1e-…'::uuid`. */
export function formatIdLiteral(id: string): SQL {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new Error('This is no id of a member')
  return sql.raw(`'${id}'::uuid`)
}

const BATCH_SIZE = 500

/** Reads the rows as JSON, with at most five hundred in memory. Call it only inside a transaction. */
export async function* readJsonRows(tx: Transaction, { rows }: MemberRows): AsyncGenerator<string[]> {
  await tx.execute(sql`declare of_member no scroll cursor for select row_to_json(t)::text as line from (${rows}) t`)
  for (;;) {
    const page = await tx.execute<{ line: string }>(sql`fetch forward ${sql.raw(String(BATCH_SIZE))} from of_member`)
    if (page.rows.length > 0) yield page.rows.map(({ line }) => line)
    if (page.rows.length < BATCH_SIZE) break
  }
  await tx.execute(sql`close of_member`)
}
