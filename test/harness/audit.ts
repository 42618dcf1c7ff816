import type { Pool } from 'pg'
import type { Staff } from '#shared/policy.ts'

/** The actor for actions that staff take from the command line. */
export const OPERATOR: Staff = { kind: 'command_line', name: 'sara' }

/** The kinds of all audit events, in order. */
export async function readEventKinds(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string }>('select kind from audit_events order by id')
  return rows.map(({ kind }) => kind)
}
