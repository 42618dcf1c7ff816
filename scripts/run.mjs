// `node scripts/run.mjs [--built] PROGRAM …`: one of the packages' programs, or a .ts file of ours, run by the academy's own Node; on a
// fresh clone it installs first, and with --built makes the pages that are out of date. Plain JavaScript for Node 20.
import { ensureBuilt, ensureInstalled, ourNode, run } from './prepare.mjs'

const isBuilt = process.argv[2] === '--built'
const [program, ...args] = process.argv.slice(isBuilt ? 3 : 2)

await ensureInstalled()
if (isBuilt) await ensureBuilt()
process.exitCode = program.endsWith('.ts') ? await run(ourNode(), [program, ...args]) : await run(program, args)
