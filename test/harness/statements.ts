import pg from 'pg'

export type Statement = { text: string; values: readonly unknown[] }

const UNCOUNTED = /^(?:begin|commit|rollback|savepoint|set lock_timeout)|^select version::text from catalogue_version$/i

/**
 * How many SQL statements the academy's own connections send while `work` runs. Not counted: the brackets of transactions, jobs, what a new connection
 * sets for itself, and the question for the catalogue's version that every process asks each 400 ms, since when those come depends on the clock.
 */
export async function countStatements(work: () => Promise<void>): Promise<number> {
  return (await recordStatements(work)).length
}

/** The statements themselves, in order, with their values. */
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
