import { strToU8, Zip, ZipDeflate } from 'fflate'
import { escapeXml } from '#shared/xml.ts'
import type { WriteChunk } from './file-stream.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEETML = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A cell with a date, which Excel shows in the same format as a date that was typed. */
export type DateCell = { date: string }
export type Cell = string | DateCell

/**
 * Returns all parts of a workbook with one sheet except its rows. There are two cell styles: text, with format 49
 * (`@`), and dates, with format 14 (m/d/yyyy).
 */
const PARTS = (sheet: string): [name: string, text: string][] => [
  [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK_TYPE}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${SHEETML}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${SHEETML}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ],
]

/**
 * Writes an Excel workbook (.xlsx) with one sheet while its rows are read. Cells are dates or text. Text cells keep the
 * zeros of `0012345`, and nothing becomes a formula.
 */
export async function writeWorkbook(
  sheet: string,
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
  put: WriteChunk,
): Promise<void> {
  let made: Uint8Array[] = []
  let failure: Error | undefined
  const zip = new Zip((error, bytes) => {
    if (error) failure = error
    else made.push(bytes)
  })
  const send = async () => {
    if (failure) throw failure
    const ready = made
    made = []
    for (const bytes of ready) await put(bytes)
  }
  const begin = (name: string) => {
    const part = new ZipDeflate(name)
    zip.add(part)
    return part
  }
  for (const [name, text] of PARTS(sheet)) begin(name).push(strToU8(HEAD + text), true)
  const rows = begin('xl/worksheets/sheet1.xml')
  rows.push(strToU8(`${HEAD}<worksheet xmlns="${SHEETML}"><sheetData>`))
  for await (const batch of batches) {
    rows.push(strToU8(batch.map(rowXml).join('')))
    await send()
  }
  rows.push(strToU8('</sheetData></worksheet>'), true)
  zip.end()
  await send()
}

const DAY_MS = 86_400_000

function rowXml(cells: readonly Cell[]): string {
  return `<row>${cells.map(cellXml).join('')}</row>`
}

function cellXml(cell: Cell): string {
  if (typeof cell === 'string') return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
  // Excel counts days from this date.
  const days = (Date.parse(cell.date) - Date.UTC(1899, 11, 30)) / DAY_MS
  return `<c s="1"><v>${days}</v></c>`
}
