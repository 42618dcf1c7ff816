// `npm run check`: all static checks of the code; `npm run check -- lint types` runs only these steps. Plain JavaScript
// for Node 20.
import { pathToFileURL } from 'node:url'
import { ensureInstalled, fail, ourNode, run, withOurNode } from './prepare.mjs'

// Runs first, because lint and types need the page paths that it generates.
const FIRST = { name: 'page types', command: ['react-router', 'typegen'] }
const SPELLING =
  'lint --no-progress --cache --cache-strategy content --cache-location node_modules/.cache/cspell'.split(' ')
const TYPES = '-p . --singleThreaded --incremental --tsBuildInfoFile node_modules/.cache/types.tsbuildinfo'.split(' ')
// These run in parallel. Tools that use all processors repeat much of their work on each, so running them one after
// another took longer.
const SIDE_BY_SIDE = [
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'], settings: { GOMAXPROCS: '1' } },
  { name: 'types', command: ['tsc', ...TYPES] },
  { name: 'boundaries', command: ['node', 'scripts/check-boundaries.ts'] },
  { name: 'names', command: ['node', 'scripts/check-names.ts'] },
  { name: 'words', command: ['node', 'scripts/check-words.ts'] },
  { name: 'spelling', command: ['cspell', ...SPELLING], isSlow: true },
  { name: 'unused', command: ['knip'], isSlow: true },
]
const steps = [FIRST, ...SIDE_BY_SIDE]

/** @returns {Promise<{ passed: number, failed: number }>} */
export async function check({ isFast = false, only = [] } = {}) {
  const result = { passed: 0, failed: 0 }
  const isAsked = ({ name, isSlow }) => (only.length > 0 ? only.includes(name) : !(isFast && isSlow))
  const take = async ({ name, command: [program, ...args], settings }) => {
    const since = Date.now()
    const env = withOurNode(settings)
    const code = await run(program === 'node' ? ourNode() : program, args, { env, isQuiet: true })
    result[code === 0 ? 'passed' : 'failed']++
    const seconds = ((Date.now() - since) / 1000).toFixed(1)
    console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(12)} ${seconds.padStart(5)} s`)
  }
  for (const group of [[FIRST], SIDE_BY_SIDE]) await Promise.all(group.filter(isAsked).map(take))
  return result
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled()
  const only = process.argv.slice(2).filter((argument) => argument !== '--fast')
  const unknown = only.find((name) => !steps.some((step) => step.name === name))
  if (unknown) fail(`Unknown step '${unknown}'. Steps: ${steps.map(({ name }) => name).join(', ')}`)
  const { failed } = await check({ isFast: process.argv.includes('--fast'), only })
  process.exit(failed === 0 ? 0 : 1)
}
