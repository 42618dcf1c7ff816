import { removeInvisible } from './tidy-text.ts'

/** Excel takes a file without it for Windows-1252, and shows `NuÃ±ez`. */
const UTF8_MARK = '\uFEFF'

/** A number is written as it is, so that a spreadsheet adds it up; a text never becomes a number or a formula by itself. */
export type CsvValue = string | number | CsvNumber | null

/** A number whose form is fixed, '12.50'. */
export class CsvNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The beginning of a file: the UTF-8 mark and the names of its columns. */
export function formatCsvHeader(columns: readonly string[]): string {
  return UTF8_MARK + formatCsvLine(columns)
}

/** One line of a file (RFC 4180). All files that the academy hands out are written by this function. */
export function formatCsvLine(values: readonly CsvValue[]): string {
  return `${values.map(formatCsvCell).join(',')}\r\n`
}

/**
 * Where a spreadsheet could begin to read a formula: at the start of a cell, and after what separates cells or lines where it is set otherwise. Signs of full
 * width are read as the narrow ones in parts of the world.
 */
const FORMULA = /^([\s\p{Z}"]*)([=+\-@＝＋－＠﹦﹢﹣﹫])|([;\t\n|]|\r\n?)([\s\p{Z}"]*)([=+\-@＝＋－＠﹦﹢﹣﹫])?/gu

/** Blanks that no formula follows are matched, too: looked at once more from each of them they would take quadratic time. */
function escapeFormulas(text: string): string {
  return text.replaceAll(
    FORMULA,
    (all, first?: string, begins?: string, separator?: string, blanks?: string, follows?: string) => {
      if (begins !== undefined) return `'${first}${begins}`
      return follows === undefined ? all : `${separator}'${blanks}${follows}`
    },
  )
}

function formatCsvCell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (value instanceof CsvNumber) return value.text
  // An apostrophe makes it a text.
  const safe = escapeFormulas(removeInvisible(value)).replace(/^(?=[\t\r\n])/, "'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
