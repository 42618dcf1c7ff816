// `node scripts/run.mjs PROGRAM …`: runs a program from the packages, or one of our .ts files, with the academy's own
// Node. On a fresh clone, it installs the packages first. Plain JavaScript for Node 20.
import { ensureInstalled, ourNode, run } from './prepare.mjs'

const [program, ...args] = process.argv.slice(2)

// The pages are built without the tools (test and check packages).
await ensureInstalled({ hasTools: !['react-router', 'scripts/compress-assets.ts'].includes(program) })
process.exitCode = program.endsWith('.ts') ? await run(ourNode(), [program, ...args]) : await run(program, args)
