import { create as createQrCode } from 'qrcode'
import { drawable, fitted, lineHeight } from '#platform/lettering.ts'
import { makePdf, PDF_COLOR, type Sheet } from '#platform/pdf/pdf.ts'
import { dayOf, longDate } from '#shared/dates.ts'
import { noteOnName } from './certificates.rules.ts'

const { ink: INK, bar: BAR, quiet: QUIET } = PDF_COLOR
const EDGE = 90
const FOOT = 445

export type PrintedCertificate = {
  id: string
  printedName: string
  courseName: string
  completedAt: Date
  issuedAt: Date
  /** Whose days are printed. */
  timeZone: string
  /** Of the dates. */
  language: string
  issuer: { name: string; address: string }
  /** Where anyone can check it. */
  address: string
}

/** The certificate as a PDF: one page, US Letter across. */
export function certificatePdf(certificate: PrintedCertificate): Promise<Buffer> {
  const { printedName, courseName, issuedAt, issuer } = certificate
  const title = `Certificate of completion: ${courseName}`
  return makePdf(
    { layout: 'landscape', title, author: issuer.name, subject: printedName, createdAt: issuedAt },
    (sheet) => {
      drawFrame(sheet)
      writeBody(sheet, certificate)
      writeFoot(sheet, certificate)
    },
  )
}

function drawFrame({ width, height, decorate }: Sheet): void {
  decorate((pdf) => {
    pdf.rect(0, 0, width, height).fill('#fbfaf7')
    pdf.rect(0, 0, width, 14).fill(BAR)
    pdf
      .rect(32, 40, width - 64, height - 72)
      .lineWidth(1.5)
      .stroke(BAR)
    pdf
      .rect(38, 46, width - 76, height - 84)
      .lineWidth(0.5)
      .stroke(PDF_COLOR.line)
  })
}

function writeBody(
  sheet: Sheet,
  { printedName, courseName, completedAt, timeZone, language, issuer }: PrintedCertificate,
): void {
  const { width, write, decorate } = sheet
  const centred = { width: width - 2 * EDGE, align: 'center' } as const
  const plain = { ...centred, typeface: 'text', size: 15, color: QUIET } as const

  writeFitted(sheet, issuer.name, { typeface: 'sans', from: 13, least: 7, top: 80, height: 26, color: BAR })
  write('Certificate of Completion', EDGE, 115, { ...centred, typeface: 'serif', size: 40, tag: 'H1' })
  write('This is to certify that', EDGE, 186, plain)
  writeFitted(sheet, printedName, { typeface: 'serif', from: 36, least: 7, top: 210, height: 58 })
  decorate((pdf) =>
    pdf
      .moveTo(width / 2 - 150, 276)
      .lineTo(width / 2 + 150, 276)
      .lineWidth(0.75)
      .stroke(QUIET),
  )
  write('has completed the course and passed the examination of', EDGE, 290, plain)
  writeFitted(sheet, courseName, { typeface: 'serif', from: 25, least: 7, top: 314, height: 56 })
  write(`Completed on ${longDate(dayOf(completedAt, timeZone), language)}`, EDGE, 378, { ...plain, color: INK })
  const record =
    'This certificate records the completion of a course. It is not a professional certification. No nursing contact hours are awarded.'
  write(`${record} ${noteOnName(printedName)}`, EDGE, 411, {
    ...centred,
    size: 9.5,
    color: QUIET,
  })
}

type Slot = {
  typeface: 'serif' | 'sans'
  from: number
  least: number
  top: number
  height: number
  color?: string
}

/** A text of any length in the middle of its place. */
function writeFitted(
  { width, write }: Sheet,
  content: string,
  { typeface, from, least, top, height, color = INK }: Slot,
): void {
  const room = width - 2 * EDGE
  const { size, lines } = fitted(drawable(content, typeface), typeface, { from, least, width: room, height })
  const y = top + Math.max(0, (height - lines.length * lineHeight({ typeface, size })) / 2)
  // A hair wider than it was measured, so that no rounding breaks a line again.
  write(content, EDGE - 2, y, { typeface, size, color, width: room + 4, align: 'center' })
}

function writeFoot(sheet: Sheet, { id, issuedAt, timeZone, language, issuer, address }: PrintedCertificate): void {
  const { write, figure } = sheet
  const small = { size: 9, color: QUIET, width: 470, lineGap: 2 }
  let y = write(issuer.name, EDGE, FOOT, { ...small, color: INK })
  y = write(issuer.address, EDGE, y + 1, small)
  y = write(`Issued on ${longDate(dayOf(issuedAt, timeZone), language)}`, EDGE, y + 7, small)
  y = write(`Certificate ${id}`, EDGE, y + 1, small)
  y = write('Anyone can check this certificate at', EDGE, y + 1, small)
  write(address, EDGE, y + 1, { ...small, color: BAR, link: address })
  figure('QR code with the address at which anyone can check this certificate', (pdf) => {
    const { modules } = createQrCode(address, { errorCorrectionLevel: 'M' })
    const side = 88 / modules.size
    const left = sheet.width - EDGE - 88
    for (let row = 0; row < modules.size; row += 1) {
      for (let column = 0; column < modules.size; column += 1) {
        if (modules.get(row, column)) pdf.rect(left + column * side, FOOT + row * side, side, side)
      }
    }
    pdf.fill(INK)
  })
}
