/**
 * `npm run mutate`: breaks the code for money, access, exams, credentials, and erasure in 40 ways, one at a time, and
 * reports which breaks no test catches. Half are chosen from a seed (`-- --seed 7`), half come from
 * `test/mutations.json`. `-- --only 3,12` repeats some of them; `-- --list` prints them all. Works on a copy of the
 * last commit, and runs the tests closest to each break first.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseSync, Visitor } from 'oxc-parser'

type Mutant = { area: string; file: string; line: number; before: string; after: string; source: string }

const ROOT = path.resolve(import.meta.dirname, '..')
const MIN_CAUGHT = 38
const SEEDED_PER_AREA = 4
const AREAS: Readonly<Record<string, string[]>> = {
  money: ['commerce/{payments,checkout,coupons,orders}'],
  access: [
    'foundation/{ownership,media}',
    'commerce/access',
    'people/{accounts,login,own-account,member-administration}',
    'people/two-factor',
  ],
  exams: ['learning/{exams,question-bank}'],
  credentials: ['credentials/*'],
  erasure: ['back-office/privacy', 'foundation/retained-records'],
}
const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})
const mutants = [...seededMutants(Number(values.seed)), ...listedMutants()]
const chosen = values.only?.split(',').map(Number)
if (values.list) for (const [index, mutant] of mutants.entries()) console.log(describe(index, mutant))
else process.exitCode = runAll()

function runAll(): number {
  const copy = mkdtempSync(path.join(tmpdir(), 'academy-mutants-'))
  const survivors: string[] = []
  let tried = 0
  try {
    execFileSync('git', ['clone', '--quiet', ROOT, copy])
    execFileSync('cp', ['-al', path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules')])
    for (const [index, mutant] of mutants.entries()) {
      if (chosen && !chosen.includes(index + 1)) continue
      const since = Date.now()
      const original = readFileSync(path.join(copy, mutant.file), 'utf8')
      writeFileSync(path.join(copy, mutant.file), mutant.source)
      const caughtBy = findCatch(copy, mutant.file)
      writeFileSync(path.join(copy, mutant.file), original)
      tried++
      if (!caughtBy) survivors.push(describe(index, mutant))
      console.log(
        `${caughtBy ? '✓' : '✗'} ${describe(index, mutant)}\n    ${caughtBy ?? 'no test failed'} (${Math.round((Date.now() - since) / 1000)} s)`,
      )
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  const isEnough = tried - survivors.length >= Math.min(MIN_CAUGHT, Math.ceil((tried * MIN_CAUGHT) / mutants.length))
  console.log(
    `\n${tried - survivors.length} of ${tried} were caught.${survivors.length > 0 ? ` Not caught:\n${survivors.join('\n')}` : ''}`,
  )
  return isEnough ? 0 : 1
}

/**
 * Returns the first test that fails. Runs the feature's tests first, then the group's, then all server tests, then
 * browser tests.
 */
function findCatch(copy: string, file: string): string | undefined {
  const [, , group = '', feature = ''] = file.split('/')
  const server = ['--project=rules', '--project=server', '--project=server-debian']
  const stages = [
    [`features/${group}/${feature}/`, ...server],
    [`features/${group}/`, ...server],
    server,
    ['--project=browser'],
  ]
  for (const stage of stages) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        path.join(copy, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--bail=1',
        '--retry=0',
        '--passWithNoTests',
        // This test always fails if a listed mutation is applied.
        '--exclude=test/mutations.test.ts',
        ...stage,
      ],
      {
        cwd: copy,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        env: { ...process.env, TEST_SCOPE: 'every-change', NO_COLOR: '1' },
      },
    )
    if (status === 0) continue
    const failed = /FAIL\s+(.+)/.exec(stderr)?.[1]
    if (!failed) throw new Error(`The tests could not run:\n${stdout}\n${stderr}`)
    return failed
  }
  return undefined
}

function describe(index: number, { area, file, line, before, after }: Mutant): string {
  return `${index + 1} ${area}  ${file}:${line}  ${oneLine(before)}  →  ${oneLine(after)}`
}

function oneLine(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ')
  return flat.length > 70 ? `${flat.slice(0, 70)}…` : flat || '(nothing)'
}

/** Selects the same number of mutants for each area, spread over its files based on the seed. */
function seededMutants(seed: number): Mutant[] {
  const random = randomFrom(seed)
  return Object.entries(AREAS).flatMap(([area, features]) => {
    const files = features
      .flatMap((feature) => globSync(`src/features/${feature}/*.{service,rules,queries}.ts`, { cwd: ROOT }))
      .toSorted()
      .map((file) => mutantsOf(area, file))
      .filter((found) => found.length > 0)
    return Array.from({ length: SEEDED_PER_AREA }, () => {
      const [found = []] = files.splice(Math.floor(random() * files.length), 1)
      return found[Math.floor(random() * found.length)]
    }).filter((mutant) => mutant !== undefined)
  })
}

function listedMutants(): Mutant[] {
  const listed = JSON.parse(readFileSync(path.join(ROOT, 'test/mutations.json'), 'utf8')) as {
    area: string
    file: string
    before: string
    after: string
  }[]
  return listed.map(({ area, file, before, after }) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    const at = text.indexOf(before)
    if (at < 0 || text.includes(before, at + 1))
      throw new Error(`test/mutations.json: ${file} has this not exactly once: ${before}`)
    return mutant(area, file, text, at, at + before.length, after)
  })
}

function mutantsOf(area: string, file: string): Mutant[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const found: Mutant[] = []
  const replace = (start: number, end: number, after: string) => found.push(mutant(area, file, text, start, end, after))
  const swapOperator = ({
    left,
    right,
    operator,
  }: {
    left: { end: number }
    right: { start: number }
    operator: string
  }) => {
    const opposite = OPPOSITE[operator]
    const at = text.indexOf(operator, left.end)
    if (opposite && at >= 0 && at < right.start) replace(at, at + operator.length, opposite)
  }
  new Visitor({
    BinaryExpression: swapOperator,
    LogicalExpression: swapOperator,
    UnaryExpression: ({ operator, start, argument }) => {
      if (operator === '!') replace(start, argument.start, '')
    },
    Literal: ({ value, start, end }) => {
      if (typeof value === 'boolean') replace(start, end, String(!value))
    },
    ExpressionStatement: ({ expression, start, end }) => {
      if (expression.type === 'AwaitExpression') replace(start, end, '')
    },
  }).visit(parseSync(file, text).program)
  return found
}

function mutant(area: string, file: string, text: string, start: number, end: number, after: string): Mutant {
  return {
    area,
    file,
    line: text.slice(0, start).split('\n').length,
    before: text.slice(start, end),
    after,
    source: text.slice(0, start) + after + text.slice(end),
  }
}

/** Pseudorandom numbers from 0 to 1, determined by the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
