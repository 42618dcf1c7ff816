/**
 * `npm run words`: prints every string that a person may see (screens, emails, PDFs, error messages, command output) by file with its line,
 * found in the syntax tree, then counts and the longest. `npm run words -- TEXT` prints only files whose path contains TEXT.
 * `{…}` in a string is a value that is filled in.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Node, parseSync, visitorKeys } from 'oxc-parser'
import { listFiles } from './list-files.ts'

type Found = { kind: string; file: string; line: number; text: string }

const ROOT = path.resolve(import.meta.dirname, '..')
const LONGEST_SHOWN = 20

/** In order: the first match of a file determines its kind. */
const KINDS: [kind: string, files: RegExp][] = [
  ['API documents', /[.]contract[.]ts$/],
  ['emails', /[.](?:email|emails)[.]tsx?$|platform\/mail\//],
  ['PDFs and pictures', /[.](?:pdf|picture|worker)[.]tsx?$|platform\/pdf\//],
  ['screens', /[.]tsx$|\/ui\/|^src\/web\//],
  ['commands', /^(?:src\/cli|src\/operations|scripts)\/|[.]commands?[.]ts$/],
  ['messages', /^src\//],
]
/** Attributes without visible text. */
const HIDDEN_ATTRIBUTES =
  /^(?:className|class|style|id|htmlFor|href|to|src|srcSet|sizes|type|name|value|key|d|viewBox|autoComplete|role|rel|target|method|action|media|as|lang|dir|fill|stroke.*|inputMode|pattern|accept|data-.*|aria-(?:labelledby|describedby|controls|live|current|haspopup|invalid))$/
/** Functions without visible arguments, and tags of templates in another language. */
const HIDDEN_CALLS = /^(?:sql|clsx|cn|querySelector(?:All)?|RegExp|matchMedia|require|resolve|prepare|execute)$/

const chosen = process.argv.slice(2)
const files = listFiles('src/*.ts', 'src/*.tsx', 'scripts/*.mjs')
  .filter((file) => !/[.](?:test|d)[.]m?tsx?$|^src\/db\/(?:tables|migrations)\//.test(file))
  .filter((file) => chosen.length === 0 || chosen.some((part) => file.includes(part)))

const found = files.flatMap((file) => findStrings(file, readFileSync(path.join(ROOT, file), 'utf8')))
print()

function print(): void {
  for (const [file, strings] of Object.entries(Object.groupBy(found, ({ file }) => file)))
    console.log(`\n${file}\n${(strings ?? []).map(({ line, text }) => `  ${line}  ${text}`).join('\n')}`)
  console.log()
  for (const [kind, strings] of Object.entries(Object.groupBy(found, ({ kind }) => kind)))
    console.log(`${kind.padEnd(18)} ${String(strings?.length).padStart(6)}`)
  console.log(`${'all'.padEnd(18)} ${String(found.length).padStart(6)}\n\nThe longest, in words:`)
  const byLength = found
    .map((each) => ({ ...each, words: countWords(each.text) }))
    .toSorted((a, b) => b.words - a.words)
  for (const { words, file, line, text } of byLength.slice(0, LONGEST_SHOWN))
    console.log(`  ${words}  ${file}:${line}  ${text.slice(0, 100)}…`)
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length
}

function findStrings(file: string, source: string): Found[] {
  const kind = KINDS.find(([, pattern]) => pattern.test(file))?.[0] ?? 'messages'
  const strings: Found[] = []
  const lineStarts = [...source.matchAll(/^/gm)].map(({ index }) => index)
  const add = (start: number, text: string, isShown: boolean) => {
    const withoutTags = /^\s*<!doctype/i.test(text) ? text.replaceAll(/<style[^]*?<\/style>|<[^>]*>/g, ' ') : text
    const flat = withoutTags.replaceAll(/\s+/g, ' ').trim()
    if (!/\p{L}{2}/u.test(flat) || !(isShown || isProse(flat))) return
    strings.push({ kind, file, line: lineStarts.findLastIndex((at) => at <= start) + 1, text: flat })
  }
  visit(parseSync(file, source).program, false)
  return strings

  /** `isShown`: directly in JSX or in a visible attribute, where a single word counts, too. */
  function visit(node: Node, isShown: boolean): void {
    if (isHidden(node)) return
    if (node.type === 'JSXText') add(node.start, node.value, true)
    else if (node.type === 'Literal' && typeof node.value === 'string') add(node.start, node.value, isShown)
    else if (node.type === 'TemplateLiteral') {
      const texts: string[] = node.quasis.map(({ value }) => value.cooked ?? '')
      add(node.start, texts.join('{…}'), false)
    }
    const isInside = node.type === 'JSXElement' || node.type === 'JSXFragment' || node.type === 'JSXAttribute'
    const isRendered = /^(?:JSX|Conditional|Logical|Literal|Parenthesized)/.test(node.type)
    for (const child of childrenOf(node)) visit(child, isInside || (isShown && isRendered))
  }
}

function isHidden(node: Node): boolean {
  if (
    /^(?:Import|Export(?:All|Named)|TS)/.test(node.type) &&
    !(node.type === 'ExportNamedDeclaration' && node.declaration)
  )
    return !/^TS(?:As|Satisfies|NonNull)/.test(node.type)
  if (node.type === 'JSXAttribute') return node.name.type === 'JSXIdentifier' && HIDDEN_ATTRIBUTES.test(node.name.name)
  if (node.type === 'TaggedTemplateExpression') return HIDDEN_CALLS.test(nameOf(node.tag))
  if (node.type === 'CallExpression') return HIDDEN_CALLS.test(nameOf(node.callee))
  // A plain error is a bug: it is logged and never shown on a screen.
  return node.type === 'NewExpression' && nameOf(node.callee) === 'Error'
}

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : ''
}

function childrenOf(node: Node): Node[] {
  const children = node as unknown as Record<string, Node | (Node | null)[] | null>
  return (visitorKeys[node.type] ?? []).flatMap((key) => children[key] ?? []).filter((child) => child !== null)
}

/** Whether a string is text for people: at least two words, and neither SQL, code, a path, nor a list of CSS classes. */
function isProse(text: string): boolean {
  const words = text.split(' ').filter((word) => /^["'(“‘]?\p{L}[\p{L}’'-]*[)"'”’.,;:!?…]*$/u.test(word))
  if (words.length < 2 || /^(?:select|insert|update|delete|with|create|alter|drop|do|set|lock) [\w"$({]/.test(text))
    return false
  const isWordList = words.length > 40 && !/[.?!,]/.test(text)
  const isClassList =
    text.split(' ').every((word) => /^[a-z\d!@&*>_-][^\s’.,;]*$/.test(word)) && /[a-z]-[a-z\d[(]/.test(text)
  return !isWordList && (!isClassList || /[.?!]$/.test(text))
}
