// `npm run check`: everything about the code that can be told without running it; `npm run check -- lint types` only these steps.
// Plain JavaScript for Node 20.
import { pathToFileURL } from 'node:url'
import { ensureInstalled, fail, ourNode, run } from './prepare.mjs'

const steps = [
  // First: lint and types know the addresses of pages by what this writes.
  { name: 'page types', command: ['react-router', 'typegen'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'boundaries', command: ['node', 'scripts/check-boundaries.ts'] },
  { name: 'unused', command: ['knip'], isSlow: true },
]

/** @returns {Promise<{ passed: number, failed: number }>} */
export async function check({ isFast = false, only = [] } = {}) {
  const result = { passed: 0, failed: 0 }
  for (const { name, command, isSlow } of steps) {
    if ((isFast && isSlow) || (only.length > 0 && !only.includes(name))) continue
    const [program, ...args] = command
    const since = Date.now()
    const code = await run(program === 'node' ? ourNode() : program, args, { isQuiet: true })
    result[code === 0 ? 'passed' : 'failed']++
    const seconds = ((Date.now() - since) / 1000).toFixed(1)
    console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(12)} ${seconds.padStart(5)} s`)
  }
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
