/**
 * `npm run check -- names`: refuses declared names that use a retired word (`retired-names.json`): the standard term is in docs/glossary.md.
 * What is stored or seen outside under such a name is listed there as an exception.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

const ROOT = path.resolve(import.meta.dirname, '..')
const MAX_EXCEPTIONS = 40

const { words, exceptions } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'retired-names.json'), 'utf8'),
) as {
  /** The retired word, in lower case, and what to write. */
  words: Record<string, string>
  exceptions: string[]
}
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mjs', '*.mts'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '')

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
for (const problem of problems) console.log(problem)
console.log(`${files.length} files, ${problems.length} retired names`)
process.exitCode = problems.length === 0 ? 0 : 1

function check(name: string, parts: string[], file: string): void {
  const retired = parts.find((part) => Object.hasOwn(words, part))
  if (retired === undefined) return
  if (exceptions.includes(name)) seen.add(name)
  else problems.push(`${file}: '${name}' uses '${retired}'; write ${words[retired]}`)
}

/** 'useWayOn', 'MOST_LINES', 'told-later' → ['use', 'way', 'on'], ['most', 'lines'], ['told', 'later']; neighbors are joined too: 'wayon'. */
function wordsOf(name: string): string[] {
  const parts = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((part) => part !== '')
  return [...parts, ...parts.slice(1).map((part, index) => `${parts[index]}${part}`)]
}

function declaredNames(file: string, text: string): Set<string> {
  const names = new Set<string>()
  const declares = ({ id }: { id: { type: string; name?: string } | null }) => {
    if (id?.name !== undefined) names.add(id.name)
  }
  new Visitor({
    FunctionDeclaration: declares,
    ClassDeclaration: declares,
    VariableDeclarator: declares,
    TSTypeAliasDeclaration: declares,
    TSInterfaceDeclaration: declares,
    TSEnumDeclaration: declares,
  }).visit(parseSync(file, text).program)
  return names
}
