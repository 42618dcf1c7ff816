/**
 * `npm run check -- names`: rejects declared names that contain a retired word. `retired-names.json` lists these words
 * and, as exceptions, the stored or public names that still contain one; docs/glossary.md has the standard terms. Also
 * compares docs/dependencies.md with the packages and README's tables of features and roles with the files, and rejects
 * rate limits declared outside `rules`.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { listFiles } from './list-files.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const MAX_EXCEPTIONS = 40

const { words, exceptions } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'retired-names.json'), 'utf8'),
) as {
  /** The retired word, in lowercase, and its replacement. */
  words: Record<string, string>
  exceptions: string[]
}
const files = listFiles('*.ts', '*.tsx', '*.mjs', '*.mts')

const problems =
  exceptions.length > MAX_EXCEPTIONS ? [`retired-names.json has more than ${MAX_EXCEPTIONS} exceptions`] : []
const seen = new Set<string>()
for (const file of files) {
  const stem = path.basename(file).replace(/\..*/, '')
  check(stem, wordsOf(stem), file)
  for (const name of declaredNames(file, readFileSync(path.join(ROOT, file), 'utf8'))) check(name, wordsOf(name), file)
}
for (const name of exceptions)
  if (!seen.has(name)) problems.push(`retired-names.json: the exception '${name}' is used nowhere`)
checkReadme(readFileSync(path.join(ROOT, 'README.md'), 'utf8'))
checkDependencies(readFileSync(path.join(ROOT, 'docs/dependencies.md'), 'utf8'))
for (const file of files.filter((each) => each.startsWith('src/') && !/[.](rules|test)[.]ts$/.test(each)))
  if (/: RateLimit = /.test(readFileSync(path.join(ROOT, file), 'utf8')))
    problems.push(`${file}: sets a rate limit; write it in the feature's '.rules.ts'`)
for (const problem of problems) console.log(problem)
console.log(`${files.length} files, ${problems.length} problems with names`)
process.exitCode = problems.length === 0 ? 0 : 1

function checkDependencies(page: string): void {
  const listed = ['package.json', 'tools/package.json'].flatMap((file) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as {
      dependencies?: object
      devDependencies: object
    }
    return Object.keys({ ...dependencies, ...devDependencies })
  })
  const rows = page.match(/^\| `.*?\|/gm)?.join('') ?? ''
  const described = [...rows.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  for (const name of listed)
    if (!described.includes(name)) problems.push(`docs/dependencies.md: has no row for '${name}'`)
  for (const name of described)
    if (!listed.includes(name)) problems.push(`docs/dependencies.md: '${name}' is no dependency`)
}

/** A binding: a name, or a destructuring pattern with other bindings. */
type Pattern = {
  name?: string
  left?: Pattern
  argument?: Pattern
  parameter?: Pattern
  value?: Pattern
  elements?: (Pattern | null)[]
  properties?: Pattern[]
}

function check(name: string, parts: string[], file: string): void {
  const retired = parts.find((part) => Object.hasOwn(words, part))
  if (retired === undefined) return
  if (exceptions.includes(name)) seen.add(name)
  else problems.push(`${file}: '${name}' uses '${retired}'; write ${words[retired]}`)
}

/**
 * 'useWayOn', 'MOST_LINES', 'told-later' → ['use', 'way', 'on'], ['most', 'lines'], ['told', 'later']. Also adds joined
 * neighbors, such as 'wayon'.
 */
function wordsOf(name: string): string[] {
  const parts = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((part) => part !== '')
  return [...parts, ...parts.slice(1).map((part, index) => `${parts[index]}${part}`)]
}

/**
 * The names of variables, functions, and types. Outside contracts, also parameters, destructured names, and the
 * properties of types and classes; in contracts, these are JSON keys of the specification. Quoted names don't count,
 * because they are stored or used by other programs.
 */
function declaredNames(file: string, text: string): Set<string> {
  const names = new Set<string>()
  const add = (name: string | undefined) => void (name !== undefined && names.add(name))
  const declares = ({ id }: { id: { type: string; name?: string } | null }) => add(id?.name)
  const hasKey = ({ key, computed }: { key: { name?: string }; computed: boolean }) => void (computed || add(key.name))
  const addBound = (pattern: Pattern | null): void => {
    if (pattern === null) return
    add(pattern.name)
    addBound(pattern.left ?? pattern.argument ?? pattern.parameter ?? pattern.value ?? null)
    for (const part of [...(pattern.elements ?? []), ...(pattern.properties ?? [])]) addBound(part)
  }
  const takes = ({ params }: { params: unknown[] }) => {
    for (const param of params) addBound(param as Pattern)
  }
  const isContract = file.endsWith('.contract.ts')
  new Visitor({
    ClassDeclaration: declares,
    TSTypeAliasDeclaration: declares,
    TSInterfaceDeclaration: declares,
    TSEnumDeclaration: declares,
    VariableDeclarator: isContract ? declares : ({ id }) => addBound(id as Pattern),
    FunctionDeclaration: isContract ? declares : (node) => [declares(node), takes(node)],
    ...(!isContract && {
      FunctionExpression: takes,
      ArrowFunctionExpression: takes,
      TSFunctionType: takes,
      TSMethodSignature: (node) => [hasKey(node as never), takes(node)],
      TSPropertySignature: (node) => hasKey(node as never),
      PropertyDefinition: (node) => hasKey(node as never),
      MethodDefinition: (node) => hasKey(node as never),
    }),
  }).visit(parseSync(file, text).program)
  return names
}

/**
 * Checks that every feature group is in the first table, that each name in its parentheses is a file there, and that
 * every file has a role from the second table.
 */
function checkReadme(readme: string): void {
  const roles = new Set<string>()
  for (const [, cell = ''] of readme.matchAll(/^\| (`[^|]+) +\|[^|]+\|$/gm))
    for (const [, role = ''] of cell.matchAll(/`([a-z]+)(?:[.]tsx)?`/g)) roles.add(role)
  const features = new Map<string, Set<string>>()
  for (const file of files) {
    const [, feature, name, role = ''] = /^src\/features\/([^/]+\/[^/]+)\/([^/.]+)[.]([^/]+)$/.exec(file) ?? []
    if (feature === undefined || name === undefined) continue
    if (!/(?:^|[.])(?:test|d)[.]tsx?$/.test(role) && !roles.has(role.replace(/[.]tsx?$/, '')))
      problems.push(`${file}: README lists no role '${role.replace(/[.]tsx?$/, '')}'`)
    features.set(feature, (features.get(feature) ?? new Set()).add(name))
  }
  for (const [, group = '', cell = ''] of readme.matchAll(/^\| \[([a-z-]+)\]\(src\/features\/[^|]+\|([^|]+)\|$/gm))
    for (const [, feature = '', names = ''] of cell.matchAll(/`([a-z-]+)`(?: \(([^)]*)\))?/g)) {
      const found = features.get(`${group}/${feature}`)
      features.delete(`${group}/${feature}`)
      if (!found) problems.push(`README.md: there is no feature ${group}/${feature}`)
      for (const [, name = ''] of names.matchAll(/`([a-z-]+)`/g))
        if (found && !found.has(name)) problems.push(`README.md: no file of ${group}/${feature} is called '${name}'`)
    }
  for (const feature of features.keys()) problems.push(`README.md: the feature ${feature} is not listed`)
}
