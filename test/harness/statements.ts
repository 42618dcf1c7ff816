import pg from 'pg'

export type Statement = { text: string; values: readonly unknown[] }

const UNCOUNTED = /^(?:begin|commit|rollback|savepoint|set lock_timeout)|^select version::text from catalogue_version$/i

/**
 * How many SQL statements the academy's own connections send during `work`. Leaves out those whose timing depends on
 * the clock: transaction brackets, jobs, connection settings, and each process's catalog version check every 400 ms.
 */
export async function countStatements(work: () => Promise<void>): Promise<number> {
  return (await recordStatements(work)).length
}

/** The statements in order, with their values. */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const prototype: { query: (this: unknown, ...args: unknown[]) => unknown } = pg.Client.prototype as never
  const { query } = prototype
  const statements: Statement[] = []
  prototype.query = function recorded(...args) {
    const text = textOf(args[0])
    if (isOurs(this) && !UNCOUNTED.test(text)) statements.push({ text, values: Array.isArray(args[1]) ? args[1] : [] })
    return Reflect.apply(query, this, args)
  }
  try {
    await work()
  } finally {
    prototype.query = query
  }
  return statements
}

function isOurs(client: unknown): boolean {
  return JSON.stringify((client as { connectionParameters?: unknown }).connectionParameters ?? {}).includes('"academy"')
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}
