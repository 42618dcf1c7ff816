import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const Violation = z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })
type Violation = z.infer<typeof Violation>
const Result = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(Violation),
  }),
})

const root = path.resolve(import.meta.dirname, '..')
const FOLDERS = ['src', 'stripe-emulator', 'test', 'bench', 'scripts']
const { modules, violations: all } = cruise(FOLDERS)
// A test may use any feature, so its imports say nothing about the features themselves.
const { violations: withoutTests } = cruise(['src'], '--exclude', '[.]test[.]tsx?$')
const isOfFeatures = ({ rule }: Violation) => rule.name === 'no-room-cycles'
const violations = [...all.filter((each) => !isOfFeatures(each)), ...withoutTests.filter(isOfFeatures)]

// Without a parser for our TypeScript the tool reads nothing and reports nothing wrong, so count what it has read.
const cruised = new Set(modules.map(({ source }) => source))
const missed = globSync(`{${FOLDERS.join()}}/**/*.{ts,tsx,mjs,mts}`, { cwd: root }).filter((file) => !cruised.has(file))

for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`)
for (const file of missed) console.error(`not looked at: ${file}`)
console.log(`${cruised.size} modules, ${violations.length} violations, ${missed.length} missed`)
process.exitCode = violations.length + missed.length > 0 || cruised.size === 0 ? 1 : 0

function cruise(folders: string[], ...options: string[]): { modules: { source: string }[]; violations: Violation[] } {
  const tool = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [tool, ...folders, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...options]
  // 'json' always exits with 0.
  const output = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
  const result = Result.parse(JSON.parse(output))
  return { modules: result.modules, violations: result.summary.violations }
}
