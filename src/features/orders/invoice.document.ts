import { fitted, isPrintable } from '#platform/lettering.ts'
import { makePdf, PDF_COLOR, type Sheet } from '#platform/pdf/pdf.ts'
import { longDate } from '#shared/dates.ts'
import type { AmountLine } from './orders.rules.ts'

const { bar: BAR, quiet: QUIET, line: LINE } = PDF_COLOR
const LEFT = 64
const RIGHT = 612 - LEFT
const WIDTH = RIGHT - LEFT
const MIDDLE = LEFT + WIDTH / 2
const AMOUNT = 100

export type PrintedInvoice = {
  orderNumber: string
  /** '2026-11-21' */
  orderedOn: string
  itemName: string
  lines: AmountLine[]
  /** How it was paid, or how it stands. */
  remarks: string[]
  seller: { name: string; address: string; contact: string }
  buyer: { name: string; email: string }
}

/** The invoice as a PDF: one page, US Letter upright. */
export function invoicePdf(invoice: PrintedInvoice): Promise<Buffer> {
  const { orderNumber, orderedOn, itemName, seller, remarks } = invoice
  const title = `Invoice ${orderNumber}`
  return makePdf(
    { layout: 'portrait', title, author: seller.name, subject: itemName, createdAt: new Date(orderedOn) },
    (sheet) => {
      writeHead(sheet, invoice)
      let y = writeParties(sheet, invoice, 130) + 26
      y = writeItem(sheet, itemName, y)
      y = writeAmounts(sheet, invoice.lines, y) + 24
      for (const remark of remarks) y = sheet.write(remark, LEFT, y, { width: WIDTH, color: QUIET, lineGap: 3 }) + 4
    },
  )
}

function writeHead(sheet: Sheet, { orderNumber, orderedOn }: PrintedInvoice): void {
  sheet.decorate((pdf) => pdf.rect(0, 0, sheet.width, 14).fill(BAR))
  sheet.write('Invoice', LEFT, 58, { typeface: 'serif', size: 30, width: WIDTH / 2, tag: 'H1' })
  const right = { width: WIDTH / 2, align: 'right' } as const
  sheet.write(`Order ${orderNumber}`, MIDDLE, 65, right)
  sheet.write(longDate(orderedOn), MIDDLE, 82, { ...right, color: QUIET })
  rule(sheet, 112)
}

/** Returns where the longer of the two ends. */
function writeParties(sheet: Sheet, { seller, buyer }: PrintedInvoice, top: number): number {
  const party = (heading: string, texts: string[], x: number) => {
    const width = WIDTH / 2 - 16
    let y = sheet.write(heading, x, top, { size: 9, color: QUIET, width }) + 7
    for (const [index, text] of texts.filter(Boolean).entries()) {
      const name = index === 0 ? named(text, { from: 12, width, height: 52 }) : {}
      y = sheet.write(text, x, y, { width, lineGap: 3, ...name }) + 2
    }
    return y
  }
  return Math.max(
    party('From', [seller.name, seller.address, seller.contact], LEFT),
    // Half of a name would be a wrong name.
    party('To', [isPrintable(buyer.name, 'serif') ? buyer.name : '', buyer.email], MIDDLE + 16),
  )
}

/** Names of a few lines keep their size, longer ones get smaller. */
function named(name: string, box: { from: number; width: number; height: number }) {
  return { typeface: 'serif', size: fitted(name, 'serif', { ...box, least: 9 }).size } as const
}

function writeItem(sheet: Sheet, itemName: string, top: number): number {
  rule(sheet, top)
  sheet.write('Item', LEFT, top + 12, { size: 9, color: QUIET, width: WIDTH })
  const y =
    sheet.write(itemName, LEFT, top + 29, {
      ...named(itemName, { from: 13, width: WIDTH, height: 58 }),
      width: WIDTH,
    }) + 14
  rule(sheet, y)
  return y + 14
}

function writeAmounts(sheet: Sheet, lines: AmountLine[], top: number): number {
  let y = top
  sheet.group('Table', (table) => {
    for (const { label, amount, isTotal } of lines) {
      if (isTotal) {
        rule(sheet, y + 1, MIDDLE)
        y += 9
      }
      const style = isTotal ? ({ typeface: 'serif', size: 14 } as const) : {}
      table.group('TR', (row) => {
        const ends = [
          row.write(label, MIDDLE, y, { ...style, width: WIDTH / 2 - AMOUNT - 12, tag: 'TH' }),
          row.write(amount, RIGHT - AMOUNT, y, { ...style, width: AMOUNT, align: 'right', tag: 'TD' }),
        ]
        y = Math.max(...ends) + (isTotal ? 10 : 7)
      })
    }
  })
  return y
}

function rule(sheet: Sheet, y: number, from = LEFT): void {
  sheet.decorate((pdf) => pdf.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.75).stroke(LINE))
}
