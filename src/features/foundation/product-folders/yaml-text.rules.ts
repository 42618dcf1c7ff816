import {
  type ErrorCode,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Pair,
  Scalar,
  type Document,
  visit,
  isCollection,
} from 'yaml'
import { z } from 'zod'
import { findNearestWord } from '#shared/nearest-word.ts'
import type { Check, Finding } from './product-folders.contract.ts'
import type { Problem } from './problems.rules.ts'

type Path = readonly PropertyKey[]

/** YAML in a file: either the whole file or the front matter of a Markdown file. */
export type YamlText = { file: string; text: string; firstLine: number }

/**
 * A parsed file. Even if the file is invalid, its valid parts can be checked, so that one pass reports all problems.
 */
export type ParsedYaml<Value> = {
  /** The valid content. Undefined if anything is wrong. */
  value: Value | undefined
  /** The content as written: maps, lists, and texts. */
  raw: unknown
  problems: Problem[]
  lineOf(path: Path): number
  /**
   * The line in the file where a key's text starts. `isBlock` says whether the text's lines match those of the file.
   */
  textAt(path: Path): { firstLine: number; isBlock: boolean }
}

/** Reads every scalar as text, so that `No`, `12`, and dates in a list of options stay as written. */
export function parseYaml<Schema extends z.ZodType>(
  schema: Schema,
  { file, text, firstLine }: YamlText,
  check: Check = () => [],
): ParsedYaml<z.output<Schema>> {
  const lines = new LineCounter()
  // A pretty error repeats its whole line, so a long line with thousands of errors would take minutes.
  const options = { schema: 'failsafe', lineCounter: lines, uniqueKeys: false, prettyErrors: false } as const
  const document = parseDocument(text, options)
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1
  const lineOf = (path: Path) => lineAt(findOffset(document, path))
  const textAt = (path: Path) => {
    const node = document.getIn(path, true)
    const isBlock = isScalar(node) && node.type === Scalar.BLOCK_LITERAL
    const line = lineAt((isScalar(node) ? getStart(node) : undefined) ?? findOffset(document, path))
    return { firstLine: isBlock ? line + 1 : line, isBlock }
  }
  const [error] = document.errors
  if (error) {
    // One mistake causes many parser errors, so only the first is reported.
    const line = text.split('\n')[lines.linePos(error.pos[0]).line - 1] ?? ''
    const message = ERROR_MESSAGES[error.code]?.(line) ?? `this is not valid YAML: ${error.message}`
    return {
      value: undefined,
      raw: undefined,
      problems: [{ file, line: lineAt(error.pos[0]), message }],
      lineOf,
      textAt,
    }
  }
  const wrongKey = findWrongKey(document)
  if (wrongKey !== undefined) {
    const { offset, message } = wrongKey
    return { value: undefined, raw: undefined, problems: [{ file, line: lineAt(offset), message }], lineOf, textAt }
  }
  const raw = toValue(document)
  if (raw === undefined) {
    const message = 'its aliases (*name) repeat too much or refer to nothing: write the value out instead'
    return { value: undefined, raw: undefined, problems: [{ file, line: firstLine, message }], lineOf, textAt }
  }
  const result = schema.safeParse(raw)
  const findings = [...explainIssues(result.error?.issues ?? [], schema, raw), ...check(raw)]
  const cut = findTruncatedTexts(document).map((offset) => ({ file, line: lineAt(offset), message: COMMENT_WARNING }))
  const problems = [...findings.map(({ path, message }) => ({ file, line: lineOf(path), message })), ...cut].toSorted(
    (a, b) => a.line - b.line,
  )
  return { value: problems.length === 0 ? result.data : undefined, raw, problems, lineOf, textAt }
}

/** Explanations of mistakes that people new to YAML often make. */
const ERROR_MESSAGES: Partial<Record<ErrorCode, (line: string) => string>> = {
  TAB_AS_INDENT: () => 'this line is indented with a tab: use the same number of spaces as nearby lines',
  BLOCK_AS_IMPLICIT_KEY: (line) =>
    /: .*:( |$)/.test(line)
      ? `text that contains ": " needs quotes${quoteValue(line)}`
      : 'the line below this one is indented further: align both',
  BAD_SCALAR_START: (line) => `text that starts with a symbol needs quotes${quoteValue(line)}`,
  MULTILINE_IMPLICIT_KEY: () => 'this line must be a key, a colon, a space, and a value, such as price: 149',
  RESOURCE_EXHAUSTION: () => 'lists and groups are nested too deeply here: indent less',
  MISSING_CHAR: () => 'a quotation mark is opened here but not closed: add one at the end of the text',
}

const COMMENT_WARNING =
  'text after # is ignored as a comment: put the text in quotes, or add a space after the # if it is a comment'

/** Finds texts that YAML cut off at a `#` that the author meant literally, such as `Reading #1`. */
function findTruncatedTexts(document: Document): number[] {
  const found: number[] = []
  visit(document, {
    Scalar(_key, { comment, range }) {
      if (comment && /^[^\s#]/.test(comment) && range) found.push(range[0])
    },
  })
  return found
}

function quoteValue(line: string): string {
  const [, before, text] = /^(\s*(?:- )*(?:[\w-]+: )?)(.+)$/s.exec(line.trimEnd()) ?? []
  if (before === undefined || text === undefined) return ''
  return `, as in ${before.trimStart()}"${text.replaceAll('"', "'")}"`
}

const MAX_KEYS = 500

/**
 * Finds the first key that occurs twice, exceeds the maximum number of keys, or is a list or map. The library is not
 * used for this, because it compares each key with all others, and `toJS` takes minutes to convert nested keys to text.
 */
function findWrongKey(document: Document): { offset: number; message: string } | undefined {
  let found: { offset: number; message: string } | undefined
  visit(document, {
    Map(_key, { items, range }) {
      const message = items.length > MAX_KEYS ? `too many keys: use at most ${MAX_KEYS}` : undefined
      const wrong = message ? { offset: range?.[0] ?? 0, message } : findWrongItem(items)
      if (!wrong) return undefined
      found = wrong
      return visit.BREAK
    },
  })
  return found
}

function findWrongItem(items: Pair[]): { offset: number; message: string } | undefined {
  const seen = new Set<unknown>()
  for (const { key } of items) {
    const offset = getStart(key) ?? 0
    if (isCollection(key))
      return { offset, message: 'a list or a group can’t be a key: start the line with a word and a colon' }
    if (!isScalar(key)) continue
    if (seen.has(key.value)) return { offset, message: 'this key is a duplicate: keep only one' }
    seen.add(key.value)
  }
  return undefined
}

/**
 * Converts a document to a value. Returns undefined if an alias is undefined, or if its expansion would fill the
 * memory. The parser throws in both cases.
 */
function toValue(document: Document): unknown {
  try {
    return document.toJS() ?? {}
  } catch (error) {
    if (error instanceof ReferenceError) return undefined
    throw error
  }
}

export type ParsedMarkdown<Value> = ParsedYaml<Value> & {
  body: string
  bodyLine: number
}

/** Parses a Markdown file with front matter between two `---` lines. There must be text below them. */
export function parseMarkdown<Schema extends z.ZodType>(
  schema: Schema,
  { file, text }: { file: string; text: string },
  check?: Check,
): ParsedMarkdown<z.output<Schema>> {
  const parts = /^---[ \t]*\n([\s\S]*?\n)?---[ \t]*(?:\n([\s\S]*))?$/.exec(text)
  if (!parts) {
    const problem = { file, line: 1, message: 'must start with front matter between two lines of ---' }
    const nowhere = { lineOf: () => 1, textAt: () => ({ firstLine: 1, isBlock: false }), bodyLine: 1 }
    return { value: undefined, raw: undefined, problems: [problem], ...nowhere, body: '' }
  }
  const frontMatter = parts[1] ?? ''
  const written = parts[2] ?? ''
  const body = written.trim()
  const before = text.length - written.trimStart().length
  const bodyLine = text.slice(0, before).split('\n').length
  const located = parseYaml(schema, { file, text: frontMatter, firstLine: 2 }, check)
  if (body !== '') return { ...located, body, bodyLine }
  const lastLine = frontMatter.split('\n').length + 1
  const problem = { file, line: lastLine, message: 'the description below the front matter is missing' }
  return { ...located, value: undefined, problems: [...located.problems, problem], body, bodyLine }
}

/** Explains validation errors. Reports a misspelled key only as unknown, and not also as missing. */
function explainIssues(issues: z.core.$ZodIssue[], schema: z.ZodType, raw: unknown): Finding[] {
  const misspelt = new Set<string>()
  const unknown: Finding[] = []
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const group = getValueAt(raw, issue.path)
    const known = getKeysAt(schema, issue.path)
    const absent = known.filter((key) => getValueAt(group, [key]) === undefined)
    for (const key of issue.keys) {
      const meant = findNearestWord(key, absent)
      if (meant !== undefined) misspelt.add(JSON.stringify([...issue.path, meant]))
      const hint = meant === undefined ? `; known keys: ${known.join(', ')}` : `; did you mean "${meant}"?`
      unknown.push({ path: [...issue.path, key], message: `unknown key "${key}"${hint}` })
    }
  }
  const others = issues.flatMap(({ code, path, message }): Finding[] => {
    if (code === 'unrecognized_keys' || misspelt.has(JSON.stringify(path))) return []
    const isMissing = getValueAt(raw, path) === undefined
    return [{ path, message: `${formatPath(path)} ${isMissing ? 'is missing' : message}` }]
  })
  return [...unknown, ...others]
}

/** Makes a path readable: `questions, item 3, answer`. */
function formatPath(path: Path): string {
  const label = path.map((key) => (typeof key === 'number' ? `item ${key + 1}` : String(key))).join(', ')
  return label === '' ? 'this' : label
}

/** Returns the input at a path, or undefined if there is none. */
export function getValueAt(raw: unknown, path: Path): unknown {
  let value = raw
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

function getKeysAt(schema: z.ZodType, path: Path): string[] {
  let part: unknown = schema
  for (const key of [...path, undefined]) {
    while (part instanceof z.ZodOptional || part instanceof z.ZodDefault) part = part.unwrap()
    if (key === undefined) break
    if (part instanceof z.ZodArray) part = part.element
    else if (part instanceof z.ZodObject) part = part.shape[String(key)]
  }
  return part instanceof z.ZodObject ? Object.keys(part.shape) : []
}

/** Returns the position of a key in the file or, if the key is missing, the position of its parent. */
function findOffset(document: Document, path: Path): number {
  let node: unknown = document.contents
  let offset = getStart(node) ?? 0
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key)
      if (!pair) return offset
      offset = getStart(pair.key) ?? offset
      node = pair.value
    } else {
      node = isSeq(node) ? node.items[Number(key)] : undefined
      const start = getStart(node)
      if (start === undefined) return offset
      offset = start
    }
  }
  return offset
}

function getStart(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined
}
