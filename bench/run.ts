import { spawnSync } from 'node:child_process'
import { ensureBuilt } from '../scripts/prepare.mjs'
import { cache } from './cache.ts'
import { discussions } from './discussions.ts'
import { flood } from './flood.ts'
import { growth } from './growth.ts'
import { hostile } from './hostile.ts'
import { lists } from './lists.ts'
import { loggedIn } from './logged-in.ts'
import { blocking } from './blocking.ts'
import { emails } from './emails.ts'
import { messages } from './messages.ts'
import { memory } from './memory.ts'
import { lighthouse } from './lighthouse.ts'
import { notifications } from './notifications.ts'
import { pages } from './pages.ts'
import { ranges } from './ranges.ts'
import { responses } from './responses.ts'
import { restart } from './restart.ts'
import type { Row } from './row.ts'
import { search } from './search.ts'
import { starts } from './starts.ts'
import { statements } from './statements.ts'
import { studio } from './studio.ts'
import { uploads } from './uploads.ts'

// One part per file: `npm run bench -- pages` runs one of them.
const parts: Record<string, () => Promise<Row[]>> = {
  statements,
  cache,
  hostile,
  'logged-in': loggedIn,
  flood,
  growth,
  lists,
  discussions,
  notices: notifications,
  pages,
  studio,
  ranges,
  uploads,
  holds: blocking,
  mails: emails,
  messages,
  memory,
  restart,
  search,
  lighthouse,
  responses,
  starts,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part '${unknown.join("', '")}'. There are: ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}

/** Programs that a part needs, with their Debian packages. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  cache: ['wrk'],
  'logged-in': ['wrk', 'pgbench'],
  ranges: ['wrk', 'nginx'],
  uploads: ['nginx'],
}
const PACKAGES: Readonly<Record<string, string>> = { wrk: 'wrk', pgbench: 'postgresql', nginx: 'nginx-light' }

const chosen = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name))
const needed = new Set(chosen.flatMap(([name]) => PROGRAMS[name] ?? []))
const missing = [...needed].filter((name) => spawnSync('sh', ['-c', 'command -v "$0"', name]).status !== 0)
if (missing.length > 0) {
  const packages = missing.map((name) => PACKAGES[name])
  console.error(`The bench needs ${missing.join(', ')}. On Debian or Ubuntu: apt-get install -y ${packages.join(' ')}`)
  process.exit(2)
}

await ensureBuilt()

const table = []
for (const [name, measure] of chosen) {
  console.log(`Measuring ${name} …`)
  for (const { what, ours, limit, unit, isMinimum = false } of await measure()) {
    table.push({
      part: name,
      what,
      ours: `${ours} ${unit}`,
      limit: `${isMinimum ? 'at least' : 'at most'} ${limit} ${unit}`,
      // Without a limit, there is no ratio.
      ratio: limit === 0 ? '' : (ours / limit).toFixed(2),
      holds: isMinimum ? ours >= limit : ours <= limit,
    })
  }
}
console.table(table)
process.exit(table.every(({ holds }) => holds) ? 0 : 1)
