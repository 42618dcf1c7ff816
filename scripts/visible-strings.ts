/**
 * Finds every string that a person might see (screens, emails, PDFs, error messages, command output) in the syntax
 * tree. `{…}` in a string is a value that is filled in.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Node, parseSync, visitorKeys } from 'oxc-parser'
import { listFiles } from './list-files.ts'

/** `lines`: the text with its own line breaks, as in the options of a command. */
export type VisibleString = { kind: string; file: string; line: number; text: string; lines: string[] }

const ROOT = path.resolve(import.meta.dirname, '..')

/** In order of precedence: the first pattern that matches a file determines its kind. */
const KINDS: [kind: string, files: RegExp][] = [
  ['API documents', /[.]contract[.]ts$/],
  ['emails', /[.](?:email|emails)[.]tsx?$|platform\/mail\//],
  ['PDFs and pictures', /[.](?:pdf|picture|worker)[.]tsx?$|platform\/pdf\//],
  ['screens', /[.]tsx$|\/ui\/|^src\/web\//],
  ['commands', /^(?:src\/cli|src\/operations|scripts)\/|[.]commands?[.]ts$/],
  ['messages', /^src\//],
]
/** Attributes that contain no visible text. */
const HIDDEN_ATTRIBUTES =
  /^(?:className|class|style|id|htmlFor|href|to|src|srcSet|sizes|type|name|value|key|d|viewBox|autoComplete|role|rel|target|method|action|media|as|lang|dir|fill|stroke.*|inputMode|pattern|accept|data-.*|aria-(?:labelledby|describedby|controls|live|current|haspopup|invalid))$/
/** Functions whose arguments are not visible, and template tags for other languages. */
const HIDDEN_CALLS =
  /^(?:sql|clsx|cn|querySelector(?:All)?|RegExp|matchMedia|require|resolve|prepare|execute|lockExam|hasPermission(?:ForAny)?|permissionDeniedError|isStillPermitted|selectStaffWithPermission)$/

/** Searches the files whose paths contain one of these parts, or all files. */
export function findVisibleStrings(parts: string[] = []): VisibleString[] {
  return listFiles('src/*.ts', 'src/*.tsx', 'scripts/*.mjs')
    .filter((file) => !/[.](?:test|d)[.]m?tsx?$|^src\/db\/(?:tables|migrations)\//.test(file))
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .flatMap((file) => findStrings(file, readFileSync(path.join(ROOT, file), 'utf8')))
}

/** A placeholder (`{…}`) counts as one word. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}…]/u.test(word)).length
}

export function splitSentences({ lines }: Pick<VisibleString, 'lines'>): string[] {
  return lines.flatMap((line) => line.split(/(?<=[.?!:][”"’)]*) +(?=["“(]*[\p{Lu}\p{N}{])/u))
}

function findStrings(file: string, source: string): VisibleString[] {
  const kind = KINDS.find(([, pattern]) => pattern.test(file))?.[0] ?? 'messages'
  const strings: VisibleString[] = []
  const lineStarts = [...source.matchAll(/^/gm)].map(({ index }) => index)
  const add = (start: number, text: string, isShown: boolean) => {
    const withoutTags = /^\s*<[!a-z]/i.test(text) ? text.replaceAll(/<style[^]*?<\/style>|<[^>]*>/g, ' ') : text
    const flat = flatten(withoutTags)
    if (!/\p{L}{2}/u.test(flat) || !(isShown || isProse(flat))) return
    // In JSX, line breaks are only formatting; elsewhere they are part of the text.
    const lines = isShown ? [flat] : withoutTags.split('\n').map(flatten)
    strings.push({ kind, file, line: lineStarts.findLastIndex((at) => at <= start) + 1, text: flat, lines })
  }
  visit(parseSync(file, source).program, false)
  return strings

  /** `isShown`: whether the node is directly in JSX or in a visible attribute. There, even a single word is text. */
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

function flatten(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
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
  // A plain `Error` is a bug, which is logged and never shown on a screen.
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

/** Whether a string is text for people: at least two words, and not SQL, code, a path, or a list of CSS classes. */
function isProse(text: string): boolean {
  const words = text.split(' ').filter((word) => /^["'(“‘]?\p{L}[\p{L}’'-]*[)"'”’.,;:!?…]*$/u.test(word))
  if (words.length < 2 || /^(?:select|insert|update|delete|with|create|alter|drop|do|set|lock) [\w"$({]/.test(text))
    return false
  if (/^\(\(\) =>|\(\?[:<!=]/.test(text)) return false
  const isWordList = words.length > 40 && !/[.?!,]/.test(text)
  const isClassList =
    text.split(' ').every((word) => /^[a-z\d!@&*>_-][^\s’.,;]*$/.test(word)) && /[a-z]-[a-z\d[(]/.test(text)
  return !isWordList && (!isClassList || /[.?!]$/.test(text))
}
