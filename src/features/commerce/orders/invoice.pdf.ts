import { fitTextInBox, isPrintable } from '#platform/typography.ts'
import { makePdf, PDF_COLOR, type PdfPage } from '#platform/pdf/pdf.ts'
import { formatDate } from '#shared/dates.ts'
import { DEFAULT_LANGUAGE } from '#shared/languages.ts'
import type { InvoiceContent } from './invoices.rules.ts'
import type { AmountLine } from './orders.rules.ts'

const { bar: BAR, quiet: QUIET, line: LINE } = PDF_COLOR
const LEFT = 64
const RIGHT = 612 - LEFT
const WIDTH = RIGHT - LEFT
const MIDDLE = LEFT + WIDTH / 2
const AMOUNT = 100
const AMOUNTS = LEFT + WIDTH * 0.4

/** Plain data that can be drawn anywhere. */
export type PrintedInvoice = InvoiceContent & {
  kind: 'invoice' | 'credit_note'
  number: string
  /** '2026-11-21' */
  issuedOn: string
}

const NAME_REMARK =
  "The buyer's name is not printed here, because it has letters other than Latin, Greek, and Cyrillic. To have it printed, the buyer can enter it in one of these alphabets as the company, under Billing details."

const TITLE = { invoice: 'Invoice', credit_note: 'Credit note' }

/** An invoice or credit note as a PDF: one portrait US Letter page. Deterministic. */
export function invoicePdf(invoice: PrintedInvoice): Promise<Buffer> {
  const { kind, number, issuedOn, itemName, seller, lines, remarks } = invoice
  const title = `${TITLE[kind]} ${number}`
  return makePdf(
    { layout: 'portrait', title, author: seller.name, subject: itemName, createdAt: new Date(issuedOn) },
    (sheet) => {
      writeHead(sheet, invoice)
      let y = writeParties(sheet, invoice, 146) + 26
      y = writeItem(sheet, itemName, y)
      y = writeAmounts(sheet, lines, y) + 24
      const isNameMissing = !isPrintable(invoice.buyer.name, 'serif')
      for (const remark of [...remarks, ...(isNameMissing ? [NAME_REMARK] : [])])
        y = sheet.write(remark, LEFT, y, { width: WIDTH, color: QUIET, lineGap: 3 }) + 4
    },
  )
}

function writeHead(sheet: PdfPage, { kind, number, orderNumber, issuedOn, language }: PrintedInvoice): void {
  sheet.decorate((pdf) => pdf.rect(0, 0, sheet.width, 14).fill(BAR))
  sheet.write(TITLE[kind], LEFT, 58, { typeface: 'serif', size: 30, width: WIDTH / 2, tag: 'H1' })
  const right = { width: WIDTH / 2, align: 'right' } as const
  sheet.write(number, MIDDLE, 60, { ...right, typeface: 'serif', size: 13 })
  sheet.write(formatDate(issuedOn, language ?? DEFAULT_LANGUAGE, 'long'), MIDDLE, 81, right)
  sheet.write(`Order ${orderNumber}`, MIDDLE, 98, { ...right, color: QUIET })
  drawRule(sheet, 126)
}

/** Returns where the longer of the two ends. */
function writeParties(sheet: PdfPage, { seller, buyer }: PrintedInvoice, top: number): number {
  const party = (heading: string, texts: string[], x: number) => {
    const width = WIDTH / 2 - 16
    let y = sheet.write(heading, x, top, { size: 9, color: QUIET, width }) + 7
    const lines = texts.filter(Boolean)
    // Many lines are set smaller instead of being wrapped.
    const height = lines.length > 5 ? 14 : 26
    for (const [index, text] of lines.entries()) {
      const style = index === 0 ? fitName(text, { from: 12, width, height: 52 }) : fitParagraph(text, { width, height })
      y = sheet.write(text, x, y, { width, lineGap: style.size < 10 ? 1 : 3, ...style }) + 2
    }
    return y
  }
  // Part of a name would be a wrong name; a remark says that it is missing.
  const name = isPrintable(buyer.name, 'serif') ? buyer.name : ''
  return Math.max(
    party('From', [seller.name, ...seller.address.split('\n'), seller.taxNumber, seller.contact], LEFT),
    party('To', [buyer.company, name, ...buyer.address.split('\n'), buyer.taxNumber, buyer.email], MIDDLE + 16),
  )
}

function fitName(name: string, box: { from: number; width: number; height: number }) {
  return { typeface: 'serif', size: fitTextInBox(name, 'serif', { ...box, minSize: 9 }).size } as const
}

function fitParagraph(text: string, box: { width: number; height: number }) {
  return { size: fitTextInBox(text, 'sans', { ...box, from: 10, minSize: 6 }).size }
}

function writeItem(sheet: PdfPage, itemName: string, top: number): number {
  drawRule(sheet, top)
  sheet.write('Item', LEFT, top + 12, { size: 9, color: QUIET, width: WIDTH })
  const y =
    sheet.write(itemName, LEFT, top + 29, {
      ...fitName(itemName, { from: 13, width: WIDTH, height: 58 }),
      width: WIDTH,
    }) + 14
  drawRule(sheet, y)
  return y + 14
}

function writeAmounts(sheet: PdfPage, lines: AmountLine[], top: number): number {
  let y = top
  sheet.group('Table', (table) => {
    for (const { label, amount, isTotal } of lines) {
      if (isTotal) {
        drawRule(sheet, y + 1, AMOUNTS)
        y += 9
      }
      const style = isTotal ? ({ typeface: 'serif', size: 14 } as const) : {}
      table.group('TR', (row) => {
        const ends = [
          row.write(label, AMOUNTS, y, { ...style, width: RIGHT - AMOUNTS - AMOUNT - 12, tag: 'TH' }),
          row.write(amount, RIGHT - AMOUNT, y, { ...style, width: AMOUNT, align: 'right', tag: 'TD' }),
        ]
        y = Math.max(...ends) + (isTotal ? 10 : 7)
      })
    }
  })
  return y
}

function drawRule(sheet: PdfPage, y: number, from = LEFT): void {
  sheet.decorate((pdf) => pdf.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.75).stroke(LINE))
}
