import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'

const WELCOME = String.raw`psql is not installed: a small shell instead. A statement ends with a semicolon.
\d lists the tables, \d TABLE its columns, \q or Ctrl+D ends.`
const TABLES = `select tablename as "table" from pg_tables where schemaname = 'public' order by 1`
const COLUMNS = `select attname as "column", format_type(atttypid, atttypmod) as type, not attnotnull as "may be null"
  from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`

type Row = (string | null)[]

/**
 * Reads statements and prints their results as text. Accepts `-c STATEMENT` or piped input. Returns the exit code,
 * which is 1 if a statement failed outside of an interactive terminal.
 */
export async function runShell(connectionString: string, args: string[]): Promise<number> {
  const asked = readArguments(args)
  if ('problem' in asked) return printError(asked.problem)
  // Leaves values in PostgreSQL's own text format.
  const types = { getTypeParser: () => String }
  const client = new pg.Client({ connectionString, types, application_name: 'academy-shell' })
  client.on('notice', ({ message }) => printError(String(message)))
  client.on('error', () => printError('The connection is gone.'))
  await client.connect()
  try {
    if (asked.statement !== undefined) return await say(client, asked.statement)
    return await readStatements(client)
  } finally {
    await client.end()
  }
}

function readArguments(args: string[]): { statement: string | undefined } | { problem: string } {
  try {
    const { values } = parseArgs({ args, options: { command: { type: 'string', short: 'c' } } })
    return { statement: values.command }
  } catch {
    return { problem: "Without psql only -c 'STATEMENT' is understood. On Debian: apt-get install postgresql-client" }
  }
}

async function readStatements(client: pg.Client): Promise<number> {
  const isTyped = process.stdin.isTTY
  if (isTyped) printError(WELCOME)
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: isTyped, prompt: '=> ' })
  let statement = ''
  if (isTyped) lines.prompt()
  for await (const line of lines) {
    if (line.trim() === String.raw`\q`) break
    const described = statement === '' ? /^\s*\\d(?:\s+(\S+))?\s*$/.exec(line) : undefined
    statement += described ? '' : `${line}\n`
    const failed = described
      ? await describe(client, described[1])
      : isCompleteStatement(statement)
        ? await say(client, statement)
        : 0
    if (failed && !isTyped) return 1
    if (isCompleteStatement(statement) || statement.trim() === '') statement = ''
    lines.setPrompt(statement === '' ? '=> ' : '-> ')
    if (isTyped) lines.prompt()
  }
  lines.close()
  return statement.trim() === '' || isTyped ? 0 : say(client, statement)
}

/** Whether the text ends with a semicolon outside of strings, quoted names, function bodies, and comments. */
export function isCompleteStatement(text: string): boolean {
  const rest = text.replaceAll(/'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[^]*?\$\1\$|--[^\n]*|\/\*[^]*?\*\//g, ' ')
  return /;\s*$/.test(rest) && !/['"]|\$\w*\$|\/\*/.test(rest)
}

function describe(client: pg.Client, table: string | undefined): Promise<number> {
  return table === undefined ? say(client, TABLES) : say(client, COLUMNS, [table])
}

/** A string with several statements returns several results. */
async function say(client: pg.Client, text: string, values?: string[]): Promise<number> {
  try {
    const given: pg.QueryArrayResult<Row> | pg.QueryArrayResult<Row>[] = await client.query({
      text,
      rowMode: 'array',
      ...(values && { values }),
    })
    for (const result of [given].flat()) console.log(asText(result))
    return 0
  } catch (error) {
    return printError(error instanceof Error ? `ERROR: ${error.message}` : String(error))
  }
}

function asText({ command, rowCount, rows, fields }: pg.QueryArrayResult<Row>): string {
  if (fields.length === 0) return rowCount === null ? command : `${command} ${rowCount}`
  const cells = [fields.map(({ name }) => name), ...rows.map((row) => row.map((value) => value ?? ''))]
  const widths = fields.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  const lines = cells.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join(' | ')
      .trimEnd(),
  )
  const rule = widths.map((width) => '-'.repeat(width)).join('-+-')
  return [lines[0], rule, ...lines.slice(1), `(${rows.length} ${rows.length === 1 ? 'row' : 'rows'})`].join('\n')
}

function printError(line: string): number {
  console.error(line)
  return 1
}
