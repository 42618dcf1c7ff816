import { countStatements } from '../test/harness/statements.ts'
import { median } from './median.ts'
import type { Row } from './row.ts'

const ROUNDS = 60
const MAX_GROWTH = 1.5
const MAX_MS = 50

/** Requests by name; each returns its duration in milliseconds. */
export type TimedCalls = Record<string, () => Promise<number>>

/** The median of each request, alternating between requests. */
export async function measureMedians(calls: TimedCalls): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {}
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, call] of Object.entries(calls)) {
      const ms = await call()
      // The first half warms everything up.
      if (round >= ROUNDS / 2) (times[name] ??= []).push(ms)
    }
  return Object.fromEntries(Object.entries(times).map(([name, each]) => [name, median(each)]))
}

type Grown = {
  calls: TimedCalls
  /** The medians when there were few rows. */
  before: Record<string, number>
  few: number
  many: number
  /** Such as 'posts'. */
  what: string
  /** How many queries find the session: one, or two for a request with a body. */
  sessionOf: (name: string) => number
}

/** For each request: its time with many rows compared with few, and its number of queries. */
export async function compareGrowth({ calls, before, few, many, what, sessionOf }: Grown): Promise<Row[]> {
  const now = await measureMedians(calls)
  const rows: Row[] = []
  for (const [name, call] of Object.entries(calls)) {
    const [then = Number.NaN, after = Number.NaN] = [before[name], now[name]]
    // Some of the counts include background work.
    const counts = []
    for (let round = 0; round < 4; round += 1) counts.push(await countStatements(async () => void (await call())))
    rows.push(
      { what: `${name}: median with ${many} ${what}`, ours: Number(after.toFixed(2)), limit: MAX_MS, unit: 'ms' },
      {
        what: `${name}: against ${few} ${what} (${then.toFixed(1)} → ${after.toFixed(1)} ms)`,
        ours: Number((after / then).toFixed(2)),
        limit: MAX_GROWTH,
        unit: '×',
      },
      { what: `${name}: statements`, ours: Math.min(...counts) - sessionOf(name), limit: 3, unit: 'statements' },
    )
  }
  return rows
}
