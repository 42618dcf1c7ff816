import { type CellObject, read, type WorkBook } from '@e965/xlsx'
import type { ParsedTable } from '#shared/delimited-table.ts'

/** The first bytes of an Excel workbook: a ZIP archive (.xlsx), or a compound file (.xls). */
const SIGNATURES = [
  [0x50, 0x4b, 3, 4],
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
]

export type Workbook = ParsedTable & {
  /** The visible sheets with content that were not read. */
  ignoredSheets: string[]
}

export function isWorkbook(bytes: Uint8Array): boolean {
  return SIGNATURES.some((signature) => signature.every((byte, at) => bytes[at] === byte))
}

/**
 * Reads the first visible sheet with content. Each cell has the text that Excel shows, and for a formula its stored
 * result. Formulas and macros never run. Lines are the sheet's row numbers. Only for the sandbox, because a small file
 * can expand to a large sheet.
 */
export function readWorkbook(bytes: Uint8Array): Workbook {
  const book = open(bytes)
  if (typeof book === 'string') return { wrong: book, line: null, ignoredSheets: [] }
  const isVisible = (_name: string, index: number) => !book.Workbook?.Sheets?.[index]?.Hidden
  const [sheet, ...others] = book.SheetNames.filter(isVisible)
    .map((name) => ({ name, rows: readRows(book, name) }))
    .filter(({ rows }) => rows.length > 0)
  return { rows: sheet?.rows ?? [], ignoredSheets: others.map(({ name }) => name) }
}

function open(bytes: Uint8Array): WorkBook | string {
  try {
    return read(bytes, { type: 'array', dense: true, cellFormula: false, cellHTML: false })
  } catch (error) {
    return /password/i.test(String(error))
      ? 'This workbook has a password. Save it without one, or as “CSV UTF-8.”'
      : 'This isn’t a workbook that can be read. Open it in Excel and save it as “CSV UTF-8.” If it’s a ZIP file, unzip it first.'
  }
}

function readRows(book: WorkBook, name: string) {
  const rows: (CellObject | undefined)[][] = book.Sheets[name]?.['!data'] ?? []
  return rows
    .map((row, index) => ({ line: index + 1, cells: Array.from(row ?? [], getText) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

function getText(cell: CellObject | undefined): string {
  return String(cell?.w ?? cell?.v ?? '').trim()
}
