import type { Pool } from 'pg'
import type { Staff } from '#shared/policy.ts'

/** Who does in tests what staff does from the command line. */
export const OPERATOR: Staff = { kind: 'command_line', name: 'sara' }

/** The kinds of all events in the log, in the order in which they were told. */
export async function readEventKinds(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string }>('select kind from audit_events order by id')
  return rows.map(({ kind }) => kind)
}
