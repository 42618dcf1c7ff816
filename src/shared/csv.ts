import { removeInvisible } from './tidy-text.ts'

/** Without this byte order mark, Excel would read the file as Windows-1252 and show `NuÃ±ez`. */
const UTF8_MARK = '\uFEFF'

/** A number is written as a number, so that a spreadsheet can add it up. Text never becomes a number or a formula. */
export type CsvValue = string | number | CsvNumber | null

/** A number in a fixed format, such as '12.50'. */
export class CsvNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Returns the start of a file: the byte order mark and the column names. */
export function formatCsvHeader(columns: readonly string[]): string {
  return UTF8_MARK + formatCsvLine(columns)
}

/** Returns one line of a file (RFC 4180). All exported files are written with this. */
export function formatCsvLine(values: readonly CsvValue[]): string {
  return `${values.map(formatCsvCell).join(',')}\r\n`
}

/**
 * Matches the places where a spreadsheet might start to read a formula: the beginning of a cell, and after separators
 * of cells and lines. In some locales, full-width characters are read like normal ones.
 */
const FORMULA = /^([\s\p{Z}"]*)([=+\-@＝＋－＠﹦﹢﹣﹫])|([;\t\n|]|\r\n?)([\s\p{Z}"]*)([=+\-@＝＋－＠﹦﹢﹣﹫])?/gu

/**
 * Adds an apostrophe before formulas. The pattern also matches blanks that no formula follows, because starting again
 * at each of them would take quadratic time.
 */
function escapeFormulas(text: string): string {
  return text.replaceAll(
    FORMULA,
    (all, first?: string, begins?: string, separator?: string, blanks?: string, follows?: string) => {
      if (begins !== undefined) return quoteCell(first ?? '', begins)
      return follows === undefined ? all : `${separator}${quoteCell(blanks ?? '', follows)}`
    },
  )
}

/** Adds the apostrophe where the cell begins: after the last tab or line break among the blanks before the formula. */
function quoteCell(blanks: string, formula: string): string {
  const begin = 1 + Math.max(...['\t', '\n', '\r'].map((separator) => blanks.lastIndexOf(separator)))
  return `${blanks.slice(0, begin)}'${blanks.slice(begin)}${formula}`
}

/**
 * Matches text that a spreadsheet would store as a number, a date, or a boolean, such as the order number
 * `1234567890E1`, the license `0012345`, and the coupons `MAY20` and `TRUE`. It doesn't match ISO dates, because
 * spreadsheets should read them as dates.
 */
const NUMBER = /^[\s$€£(]*[\d.,]+(?:e[+-]?\d+)?[\s%)]*$/i
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}'
const DAY = new RegExp(
  `^(?:${MONTH}[-/ .]?\\d{1,4}|\\d{1,4}[-/ .]?${MONTH}(?:[-/ .]?\\d{1,4})?|\\d{1,4}[-/:.]\\d{1,2}(?:[-/:.]\\d{1,4})?)$`,
  'i',
)
const ISO_DAY = /^\d{4}-\d\d-\d\d$/
const LOGICAL = /^\s*(?:true|false)\s*$/i

function isReadAsOtherThanText(text: string): boolean {
  return (NUMBER.test(text) && /\d/.test(text)) || (DAY.test(text) && !ISO_DAY.test(text)) || LOGICAL.test(text)
}

function formatCsvCell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (value instanceof CsvNumber) return value.text
  // The apostrophe makes the spreadsheet read the cell as text.
  const visible = removeInvisible(value)
  const safe = isReadAsOtherThanText(visible) ? `'${visible}` : escapeFormulas(visible).replace(/^(?=[\t\r\n])/, "'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
