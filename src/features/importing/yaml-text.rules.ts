import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml'
import { z } from 'zod'
import { nearestWord, type Problem } from './problem.rules.ts'

type Path = readonly PropertyKey[]

/** A part of a file that is YAML: all of it, or the front matter of a Markdown file. */
export type YamlText = { file: string; text: string; /** Line of the file on which `text` begins. */ firstLine: number }

export type Located<Value> = {
  value: Value
  /** The line of the file where this part of the value stands. */
  lineOf(path: Path): number
}

export type Parsed<Value> = Located<Value> | { problems: Problem[] }

/** Everything is read as text, so that `No`, `12` or a date in a list of options stay what the author wrote. */
export function parseYaml<Schema extends z.ZodType>(schema: Schema, source: YamlText): Parsed<z.output<Schema>> {
  const { file, text, firstLine } = source
  const lines = new LineCounter()
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: lines })
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1
  if (document.errors.length > 0) {
    return {
      problems: document.errors.map((error) => ({
        file,
        line: lineAt(error.pos[0]),
        message: `this is not valid YAML: ${error.message.split(/ at line |\n/)[0] ?? ''}`,
      })),
    }
  }

  const lineOf = (path: Path) => lineAt(offsetOf(document, path))
  const raw: unknown = document.toJS() ?? {}
  const result = schema.safeParse(raw)
  if (result.success) return { value: result.data, lineOf }
  return {
    problems: result.error.issues
      .flatMap((issue) =>
        explain(issue, schema, raw).map(({ path, message }) => ({ file, line: lineOf(path), message })),
      )
      .toSorted((a, b) => a.line - b.line),
  }
}

export type Markdown<Value> = Located<Value> & { body: string; bodyLine: number }

/** A Markdown file that begins with front matter between two lines of `---`. The text below it must not be empty. */
export function parseMarkdown<Schema extends z.ZodType>(
  schema: Schema,
  file: string,
  text: string,
): Markdown<z.output<Schema>> | { problems: Problem[] } {
  const parts = /^---[ \t]*\n([\s\S]*?\n)?---[ \t]*(?:\n([\s\S]*))?$/.exec(text)
  if (!parts) {
    return { problems: [{ file, line: 1, message: 'must begin with front matter between two lines of ---' }] }
  }
  const frontMatter = parts[1] ?? ''
  const body = (parts[2] ?? '').trim()
  const bodyLine = frontMatter.split('\n').length + 2
  const parsed = parseYaml(schema, { file, text: frontMatter, firstLine: 2 })
  const problems = 'problems' in parsed ? parsed.problems : []
  if (body === '')
    problems.push({ file, line: bodyLine - 1, message: 'the description below the front matter is missing' })
  return problems.length > 0 || 'problems' in parsed ? { problems } : { ...parsed, body, bodyLine }
}

function explain(issue: z.core.$ZodIssue, schema: z.ZodType, raw: unknown): { path: Path; message: string }[] {
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, issue.path)
    return issue.keys.map((key) => {
      const meant = nearestWord(key, known)
      return {
        path: [...issue.path, key],
        message: `unknown key "${key}"${meant ? `; did you mean "${meant}"?` : `; known here: ${known.join(', ')}`}`,
      }
    })
  }
  if (valueAt(raw, issue.path) === undefined)
    return [{ path: issue.path, message: `${labelOf(issue.path)} is missing` }]
  return [{ path: issue.path, message: `${labelOf(issue.path)} ${issue.message}` }]
}

/** `questions, item 3, answer`: as a person would point at it. */
function labelOf(path: Path): string {
  const label = path.map((key) => (typeof key === 'number' ? `item ${key + 1}` : String(key))).join(', ')
  return label === '' ? 'this' : label
}

function valueAt(raw: unknown, path: Path): unknown {
  let value = raw
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

function keysAt(schema: z.ZodType, path: Path): string[] {
  let part: unknown = schema
  for (const key of [...path, undefined]) {
    while (part instanceof z.ZodOptional || part instanceof z.ZodDefault) part = part.unwrap()
    if (key === undefined) break
    if (part instanceof z.ZodArray) part = part.element
    else if (part instanceof z.ZodObject) part = part.shape[String(key)]
  }
  return part instanceof z.ZodObject ? Object.keys(part.shape) : []
}

/** Of a key, where the key stands; of what is missing, where the group stands that should hold it. */
function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents
  let offset = startOf(node) ?? 0
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key)
      if (!pair) return offset
      offset = startOf(pair.key) ?? offset
      node = pair.value
    } else {
      node = isSeq(node) ? node.items[Number(key)] : undefined
      const start = startOf(node)
      if (start === undefined) return offset
      offset = start
    }
  }
  return offset
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined
}
