import pg from 'pg'

/** How many SQL statements the academy's own connections send while `work` runs; transaction brackets and jobs not counted. */
export async function countStatements(work: () => Promise<void>): Promise<number> {
  const prototype: { query: (this: unknown, ...args: unknown[]) => unknown } = pg.Client.prototype as never
  const { query } = prototype
  let statements = 0
  prototype.query = function counted(...args) {
    if (isOurs(this) && !/^(begin|commit|rollback|savepoint)/i.test(textOf(args[0]))) statements += 1
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
