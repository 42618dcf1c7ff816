import { fitTextInBox, isPrintable } from '#platform/typography.ts'
import { makePdf, PDF_COLOR, type PdfPage } from '#platform/pdf/pdf.ts'
import { formatDate } from '#shared/dates.ts'
import { DEFAULT_LANGUAGE } from '#shared/languages.ts'
import { DEFAULT_PAPER } from '#shared/paper.ts'
import type { InvoiceContent } from './invoices.rules.ts'
import type { AmountLine } from './orders.rules.ts'

const { bar: BAR, quiet: QUIET, line: LINE } = PDF_COLOR
const LEFT = 64
const AMOUNT = 100

/** Returns the positions where the columns of the page begin and end. */
function getColumns(sheet: PdfPage) {
  const width = sheet.width - 2 * LEFT
  return { width, right: LEFT + width, middle: LEFT + width / 2, amounts: LEFT + width * 0.4 }
}

/** Contains only plain data, so that a worker thread can draw it. */
export type PrintedInvoice = InvoiceContent & {
  kind: 'invoice' | 'credit_note'
  number: string
  /** The date in the form '2026-11-21'. */
  issuedOn: string
}

const NAME_REMARK =
  'The buyer’s name is not printed here because it contains letters other than Latin, Greek, or Cyrillic. To print a name, the buyer can enter one in Latin, Greek, or Cyrillic letters in the Company field under Billing details.'

const TITLE = { invoice: 'Invoice', credit_note: 'Credit note' }

/** Draws an invoice or credit note as a PDF with one portrait page. The same input always gives the same bytes. */
export function invoicePdf(invoice: PrintedInvoice): Promise<Buffer> {
  const { kind, number, issuedOn, itemName, seller, lines, remarks, paper = DEFAULT_PAPER } = invoice
  const title = `${TITLE[kind]} ${number}`
  return makePdf(
    { paper, layout: 'portrait', title, author: seller.name, subject: itemName, createdAt: new Date(issuedOn) },
    (sheet) => {
      writeHead(sheet, invoice)
      let y = writeParties(sheet, invoice, 146) + 26
      y = writeItem(sheet, itemName, y)
      y = writeAmounts(sheet, lines, y) + 24
      const isNameMissing = !isPrintable(invoice.buyer.name, 'serif')
      for (const remark of [...remarks, ...(isNameMissing ? [NAME_REMARK] : [])])
        y = sheet.write(remark, LEFT, y, { width: getColumns(sheet).width, color: QUIET, lineGap: 3 }) + 4
    },
  )
}

function writeHead(sheet: PdfPage, { kind, number, orderNumber, issuedOn, language }: PrintedInvoice): void {
  const { width, middle } = getColumns(sheet)
  sheet.decorate((pdf) => pdf.rect(0, 0, sheet.width, 14).fill(BAR))
  sheet.write(TITLE[kind], LEFT, 58, { typeface: 'serif', size: 30, width: width / 2, tag: 'H1' })
  const right = { width: width / 2, align: 'right' } as const
  sheet.write(number, middle, 60, { ...right, typeface: 'serif', size: 13 })
  sheet.write(formatDate(issuedOn, language ?? DEFAULT_LANGUAGE, 'long'), middle, 81, right)
  sheet.write(`Order ${orderNumber}`, middle, 98, { ...right, color: QUIET })
  drawRule(sheet, 126)
}

/** Writes the seller and the buyer. Returns the position where the longer of the two columns ends. */
function writeParties(sheet: PdfPage, { seller, buyer }: PrintedInvoice, top: number): number {
  const { width: all, middle } = getColumns(sheet)
  const party = (heading: string, texts: string[], x: number) => {
    const width = all / 2 - 16
    let y = sheet.write(heading, x, top, { size: 9, color: QUIET, width }) + 7
    const lines = texts.filter(Boolean)
    // If there are many lines, each is smaller, so that it doesn't need to wrap.
    const height = lines.length > 5 ? 14 : 26
    for (const [index, text] of lines.entries()) {
      const style = index === 0 ? fitName(text, { from: 12, width, height: 52 }) : fitParagraph(text, { width, height })
      y = sheet.write(text, x, y, { width, lineGap: style.size < 10 ? 1 : 3, ...style }) + 2
    }
    return y
  }
  // If only some characters of the name can be printed, the name is omitted, and a note says so. A partial name would
  // be wrong.
  const name = isPrintable(buyer.name, 'serif') ? buyer.name : ''
  return Math.max(
    party('From', [seller.name, ...seller.address.split('\n'), seller.taxNumber, seller.contact], LEFT),
    party('To', [buyer.company, name, ...buyer.address.split('\n'), buyer.taxNumber, buyer.email], middle + 16),
  )
}

function fitName(name: string, box: { from: number; width: number; height: number }) {
  return { typeface: 'serif', size: fitTextInBox(name, 'serif', { ...box, minSize: 9 }).size } as const
}

function fitParagraph(text: string, box: { width: number; height: number }) {
  return { size: fitTextInBox(text, 'sans', { ...box, from: 10, minSize: 6 }).size }
}

function writeItem(sheet: PdfPage, itemName: string, top: number): number {
  const { width } = getColumns(sheet)
  drawRule(sheet, top)
  sheet.write('Item', LEFT, top + 12, { size: 9, color: QUIET, width })
  const y =
    sheet.write(itemName, LEFT, top + 29, {
      ...fitName(itemName, { from: 13, width, height: 58 }),
      width,
    }) + 14
  drawRule(sheet, y)
  return y + 14
}

function writeAmounts(sheet: PdfPage, lines: AmountLine[], top: number): number {
  const { right, amounts } = getColumns(sheet)
  let y = top
  sheet.group('Table', (table) => {
    for (const { label, amount, isTotal } of lines) {
      if (isTotal) {
        drawRule(sheet, y + 1, amounts)
        y += 9
      }
      const style = isTotal ? ({ typeface: 'serif', size: 14 } as const) : {}
      table.group('TR', (row) => {
        const ends = [
          row.write(label, amounts, y, { ...style, width: right - amounts - AMOUNT - 12, tag: 'TH' }),
          row.write(amount, right - AMOUNT, y, { ...style, width: AMOUNT, align: 'right', tag: 'TD' }),
        ]
        y = Math.max(...ends) + (isTotal ? 10 : 7)
      })
    }
  })
  return y
}

function drawRule(sheet: PdfPage, y: number, from = LEFT): void {
  const { right } = getColumns(sheet)
  sheet.decorate((pdf) => pdf.moveTo(from, y).lineTo(right, y).lineWidth(0.75).stroke(LINE))
}
