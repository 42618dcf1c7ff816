import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from './open-database.ts'

/**
 * A list of a member's stored data, by the name of its table. Its statement has no parameters (a cursor reads it) and
 * selects no secrets and no other member's data.
 */
export type MemberRows = { readonly name: string; readonly rows: SQL }

/** An ID as a literal for such a statement: `'0b7f9c1e-…'::uuid`. */
export function formatIdLiteral(id: string): SQL {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new Error('This is no id of a member')
  return sql.raw(`'${id}'::uuid`)
}

const BATCH_SIZE = 500

/** The rows as JSON, at most five hundred in memory. Only inside a transaction. */
export async function* readJsonRows(tx: Transaction, { rows }: MemberRows): AsyncGenerator<string[]> {
  await tx.execute(sql`declare of_member no scroll cursor for select row_to_json(t)::text as line from (${rows}) t`)
  for (;;) {
    const page = await tx.execute<{ line: string }>(sql`fetch forward ${sql.raw(String(BATCH_SIZE))} from of_member`)
    if (page.rows.length > 0) yield page.rows.map(({ line }) => line)
    if (page.rows.length < BATCH_SIZE) break
  }
  await tx.execute(sql`close of_member`)
}
