// `npm run check`: everything about the code that can be told without running it; `npm run check -- lint types` only these steps.
// Plain JavaScript for Node 20.
import { pathToFileURL } from 'node:url'
import { ensureInstalled, fail, ourNode, run, withOurNode } from './prepare.mjs'

// First: lint and types know the addresses of pages by what this writes.
const FIRST = { name: 'page types', command: ['react-router', 'typegen'] }
// One after another these took longer: what spreads over all processors does much of its work twice, once for each of them.
const SIDE_BY_SIDE = [
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'], settings: { GOMAXPROCS: '1' } },
  { name: 'types', command: ['tsc', '-p', '.', '--singleThreaded'] },
  { name: 'boundaries', command: ['node', 'scripts/check-boundaries.ts'] },
  { name: 'names', command: ['node', 'scripts/check-names.ts'] },
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
  if (unknown) fail(`There is no step '${unknown}'. There are: ${steps.map(({ name }) => name).join(', ')}`)
  const { failed } = await check({ isFast: process.argv.includes('--fast'), only })
  process.exit(failed === 0 ? 0 : 1)
}
