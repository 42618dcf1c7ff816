import { type Placeholder, sql } from 'drizzle-orm'
import { getPipelinedDb } from './pipelined-connection.ts'
import type { Executor } from './open-database.ts'

type Preparable<Result> = { prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> } }

/**
 * Returns a function that runs a prepared statement, for frequent requests. The statement's text is built once per
 * database. Each connection parses and plans it only once, under its name. `names` are its parameters.
 */
export function prepared<const Name extends string, Result>(
  name: string,
  names: readonly Name[],
  build: (db: Executor, given: Record<Name, Placeholder>) => Preparable<Result>,
): (db: Executor, values: Record<Name, unknown>) => Promise<Result> {
  const given = {} as Record<Name, Placeholder>
  for (const each of names) given[each] = sql.placeholder(each)
  const known = new WeakMap<Executor, ReturnType<Preparable<Result>['prepare']>>()
  return (db, values) => {
    let statement = known.get(db)
    if (!statement) known.set(db, (statement = build(getPipelinedDb(db) ?? db, given).prepare(name)))
    return statement.execute(values)
  }
}
