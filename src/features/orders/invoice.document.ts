import { makePdf, type Pdf, PDF_COLOR, unprintableLetters } from '#platform/pdf/pdf.ts'
import { longDate } from '#shared/dates.ts'
import type { AmountLine } from './orders.rules.ts'

const { ink: INK, bar: BAR, quiet: QUIET, line: LINE } = PDF_COLOR
const LEFT = 64
const RIGHT = 612 - LEFT
const WIDTH = RIGHT - LEFT

export type PrintedInvoice = {
  orderNumber: string
  orderedAt: Date
  itemName: string
  lines: AmountLine[]
  /** How it was paid, or how it stands. */
  remarks: string[]
  seller: { name: string; address: string; contact: string }
  buyer: { name: string; email: string }
}

/** The invoice as a PDF: one page, US Letter upright. */
export function invoicePdf(invoice: PrintedInvoice): Promise<Buffer> {
  const { orderNumber, orderedAt, seller } = invoice
  const title = `Invoice ${orderNumber}`
  return makePdf(
    { layout: 'portrait', title, author: seller.name, subject: invoice.itemName, createdAt: orderedAt },
    (pdf) => draw(pdf, invoice),
  )
}

function draw(pdf: Pdf, invoice: PrintedInvoice): void {
  const { orderNumber, orderedAt, seller, buyer } = invoice
  pdf.rect(0, 0, pdf.page.width, 14).fill(BAR)
  const write = (content: string, x: number, y: number, style: Style = {}) => {
    const { font = 'sans', size = 10, color = INK, width = WIDTH / 2 - 12, align = 'left' } = style
    pdf.font(font).fontSize(size).fillColor(color).text(content, x, y, { width, align, lineGap: 3 })
    return pdf.y
  }

  write('Invoice', LEFT, 58, { font: 'serif', size: 30 })
  write(`Order ${orderNumber}`, RIGHT - WIDTH / 2, 62, { width: WIDTH / 2, align: 'right' })
  write(longDate(orderedAt), RIGHT - WIDTH / 2, 79, { width: WIDTH / 2, align: 'right', color: QUIET })
  rule(pdf, 112)

  const party = (heading: string, texts: string[], x: number) => {
    let y = write(heading, x, 130, { size: 9, color: QUIET }) + 4
    for (const [index, text] of texts.filter(Boolean).entries()) {
      y = write(text, x, y, index === 0 ? { font: 'serif', size: 12 } : {}) + 2
    }
    return y
  }
  const middle = LEFT + WIDTH / 2 + 12
  const printable = unprintableLetters(buyer.name, 'serif').length === 0 ? buyer.name : ''
  const bottom = Math.max(
    party('From', [seller.name, seller.address, seller.contact], LEFT),
    party('To', [printable, buyer.email], middle),
  )

  let y = drawItem(pdf, write, { top: bottom + 30, invoice })
  for (const remark of invoice.remarks) y = write(remark, LEFT, y, { width: WIDTH, color: QUIET }) + 4
}

type Style = { font?: string; size?: number; color?: string; width?: number; align?: 'left' | 'right' }
type Write = (content: string, x: number, y: number, style?: Style) => number

/** What was bought and the sum; returns where it ends. */
function drawItem(pdf: Pdf, write: Write, { top, invoice }: { top: number; invoice: PrintedInvoice }): number {
  rule(pdf, top)
  write('Item', LEFT, top + 10, { size: 9, color: QUIET })
  let y = write(invoice.itemName, LEFT, top + 28, { font: 'serif', size: 13, width: WIDTH }) + 10
  rule(pdf, y)
  y += 12
  for (const { label, amount, isTotal } of invoice.lines) {
    if (isTotal) rule(pdf, y, LEFT + WIDTH / 2)
    const top = isTotal ? y + 10 : y
    const style: Style = isTotal ? { font: 'serif', size: 14 } : {}
    write(label, LEFT + WIDTH / 2, top, { ...style, width: WIDTH / 2 - 100 })
    y = write(amount, RIGHT - 100, top, { ...style, width: 100, align: 'right' }) + (isTotal ? 10 : 6)
  }
  return y + 24
}

function rule(pdf: Pdf, y: number, from = LEFT): void {
  pdf.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.75).stroke(LINE)
}
