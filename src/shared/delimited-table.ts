import { CsvError, parse } from 'csv-parse/sync'

/** A row of a table, with trimmed cells. `line` is the row's first line in the file. */
export type TableRow = { cells: string[]; line: number }

export type ParsedTable = { rows: TableRow[] } | { wrong: string; line: number | null }

const ROW_ERRORS = new Map<string, string>([
  ['CSV_QUOTE_NOT_CLOSED', 'A quotation mark here is not closed. Within a cell, write each quotation mark twice.'],
  ['CSV_MAX_RECORD_SIZE', 'This line is too long. A quotation mark before it is probably not closed.'],
])
const WRONG_MARK =
  'A quotation mark is in the middle of a cell. Put the whole cell in quotation marks, and write each mark within it twice.'

/**
 * Parses a table that a spreadsheet saved as text, with commas, semicolons, or tabs between the cells. Skips empty
 * rows.
 */
export function parseTable(
  text: string,
  { maxRows, longestRow }: { maxRows: number; longestRow: number },
): ParsedTable {
  const start = /^sep=.\n/i.exec(text)?.[0] ?? ''
  const linesBefore = start === '' ? 0 : 1
  const table = text.slice(start.length)
  try {
    const records = parse(table, {
      delimiter: detectDelimiter(table),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: '\n',
      to: maxRows,
      max_record_size: longestRow,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    const rows = records.map(({ record, info }) => ({
      cells: record.map((cell) => cell.trim()),
      // The parser reports the last line of a row. A cell can have several lines, so these are subtracted.
      line: linesBefore + info.lines - (record.join('').match(/\n/g)?.length ?? 0),
    }))
    return { rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? error['lines'] + linesBefore : null
    return { wrong: ROW_ERRORS.get(error.code) ?? WRONG_MARK, line }
  }
}

/** Returns the separator that occurs most often in the first line, without counting those between quotation marks. */
function detectDelimiter(text: string): string {
  const end = text.indexOf('\n')
  const header = (end === -1 ? text : text.slice(0, end)).slice(0, 10_000).replaceAll(/"[^"]*"/g, '')
  const count = (sign: string) => header.split(sign).length
  return [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}
