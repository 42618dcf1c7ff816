import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const Result = z.object({
  modules: z.array(z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) })),
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
})

const root = path.resolve(import.meta.dirname, '..')
const FOLDERS = ['src', 'stripe-emulator', 'test', 'bench', 'scripts']
const tool = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const args = [tool, ...FOLDERS, '--config', '.dependency-cruiser.mjs', '--output-type', 'json']
// With the output type 'json', the exit code is always 0.
const output = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
const { modules, summary } = Result.parse(JSON.parse(output))
const violations = [...summary.violations, ...findRoomCycles()]

// Without a parser for TypeScript, the tool reads nothing and reports no errors, so count the files that it read.
const cruised = new Set(modules.map(({ source }) => source))
const missed = globSync(`{${FOLDERS.join()}}/**/*.{ts,tsx,mjs,mts}`, { cwd: root }).filter((file) => !cruised.has(file))

for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`)
for (const file of missed) console.error(`not looked at: ${file}`)
console.log(`${cruised.size} modules, ${violations.length} violations, ${missed.length} missed`)
process.exitCode = violations.length + missed.length > 0 || cruised.size === 0 ? 1 : 0

/** Features that use each other, directly or indirectly. A test may use any feature, so its imports don't count. */
function findRoomCycles(): { from: string; to: string; rule: { name: string } }[] {
  const featureOf = (file: string) => /^src\/features\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0]
  const used = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const feature = featureOf(source)
    if (feature === undefined || /[.]test[.]tsx?$/.test(source)) continue
    const others = dependencies.map(({ resolved }) => featureOf(resolved)).filter((other) => other !== undefined)
    used.set(feature, new Set([...(used.get(feature) ?? []), ...others.filter((other) => other !== feature)]))
  }
  const reaches = (from: string, target: string, seen = new Set<string>()): boolean =>
    [...(used.get(from) ?? [])].some((next) => {
      if (next === target) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, target, seen)
    })
  return [...used].flatMap(([from, others]) =>
    [...others].filter((to) => reaches(to, from)).map((to) => ({ from, to, rule: { name: 'no-feature-cycles' } })),
  )
}
