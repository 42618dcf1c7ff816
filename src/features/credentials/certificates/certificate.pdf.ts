import { create as createQrCode } from 'qrcode'
import { removeUndrawable, fitTextInBox, lineHeight, wrapText, measureWidth } from '#platform/typography.ts'
import { makePdf, PDF_COLOR, type PdfPage } from '#platform/pdf/pdf.ts'
import { formatCertificateTitle, getClaim } from '#shared/certificate-claim.ts'
import { CERTIFICATE_TEXT } from '#shared/certificate-text.ts'
import { formatDay, formatDate } from '#shared/dates.ts'
import { type ContactHours, formatHours, formatStatement } from '#shared/contact-hours.ts'
import type { Paper } from '#shared/paper.ts'
import { describeExam, type ExamDescription } from '#shared/exam-description.ts'
import { getAchievementTime, getNameDisclaimer } from './certificates.rules.ts'

const { ink: INK, bar: BAR, quiet: QUIET } = PDF_COLOR
const EDGE = 90
const FOOT = 448

const ATTACHMENT = {
  name: 'credential.json',
  type: 'application/json',
  description: 'The same certificate as a signed Open Badges 3.0 credential',
}

export type PrintedCertificate = {
  id: string
  printedName: string
  courseName: string
  passedAt: Date | null
  completedAt: Date | null
  issuedAt: Date
  timeZone: string
  language: string
  paper: Paper
  issuer: { name: string; address: string }
  address: string
  examined: ExamDescription | null
  contactHours: ContactHours | null
  /** The member's licenses, if they are printed: 'Registered nurse, CA 123456'. */
  licenses?: readonly string[]
  /** The signed credential; undefined if the academy can't sign. */
  credential?: string
}

export function certificatePdf(certificate: PrintedCertificate): Promise<Buffer> {
  const { printedName, courseName, issuedAt, paper, issuer, credential } = certificate
  const title = `${formatCertificateTitle(getClaim(certificate))}: ${courseName}`
  return makePdf(
    {
      paper,
      layout: 'landscape',
      title,
      author: issuer.name,
      subject: printedName,
      createdAt: issuedAt,
      attached: credential === undefined ? undefined : { ...ATTACHMENT, content: credential },
    },
    (sheet) => {
      drawFrame(sheet)
      writeBody(sheet, certificate)
      writeFoot(sheet, certificate)
    },
  )
}

function drawFrame({ width, height, decorate }: PdfPage): void {
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
  sheet: PdfPage,
  {
    printedName,
    courseName,
    passedAt,
    completedAt,
    issuedAt,
    timeZone,
    language,
    issuer,
    examined,
    contactHours,
    licenses,
  }: PrintedCertificate,
): void {
  const { width, write, decorate } = sheet
  const centred = { width: width - 2 * EDGE, align: 'center' } as const
  const plain = { ...centred, typeface: 'text', size: 15, color: QUIET } as const

  writeFitted(sheet, issuer.name, { typeface: 'sans', from: 13, minSize: 7, top: 70, height: 26, color: BAR })
  const claim = getClaim({ completedAt, passedAt })
  write(CERTIFICATE_TEXT[claim].heading, EDGE, 102, { ...centred, typeface: 'serif', size: 40, tag: 'H1' })
  write('This is to certify that', EDGE, 170, plain)
  writeFitted(sheet, printedName, { typeface: 'serif', from: 36, minSize: 7, top: 194, height: 58 })
  decorate((pdf) =>
    pdf
      .moveTo(width / 2 - 150, 260)
      .lineTo(width / 2 + 150, 260)
      .lineWidth(0.75)
      .stroke(QUIET),
  )
  write(CERTIFICATE_TEXT[claim].statement, EDGE, 272, plain)
  writeFitted(sheet, courseName, { typeface: 'serif', from: 25, minSize: 7, top: 295, height: 56 })
  const day = formatDate(formatDay(getAchievementTime({ completedAt, passedAt, issuedAt }), timeZone), language, 'long')
  const hours = contactHours ? `, ${formatHours(contactHours.hours)}` : ''
  write(`${CERTIFICATE_TEXT[claim].date} ${day}${hours}`, EDGE, 357, { ...plain, color: INK })
  const how = examined ? [...describeExam(examined), 'online and unsupervised'] : ['Online, without an examination']
  write(how.join(', '), EDGE, 381, {
    ...centred,
    size: 10.5,
    color: INK,
  })
  const record = `This certificate records ${CERTIFICATE_TEXT[claim].record}. It is not a professional certification.`
  if (contactHours) return writeHours(sheet, { record, contactHours, licenses, note: getNameDisclaimer(printedName) })
  write(`${record} No nursing contact hours are awarded.\n${getNameDisclaimer(printedName)}`, EDGE, 403, {
    ...centred,
    size: 9.5,
    color: QUIET,
  })
}

/** Required by boards that accept contact hours; California also requires the signature. */
const RETENTION_NOTICE =
  'This document must be retained by the licensee for a period of four years after the course concludes.'

type HoursSection = {
  record: string
  contactHours: ContactHours
  licenses: readonly string[] | undefined
  note: string
}

function writeHours(sheet: PdfPage, { record, contactHours, licenses = [], note }: HoursSection): void {
  const numbers = licenses.map((license) => license.replaceAll(' ', '\u00A0')).join('; ')
  const said = [
    formatStatement(contactHours),
    ...(numbers ? [`License: ${numbers}.`] : []),
    RETENTION_NOTICE,
    `${record} ${note}`,
  ].join(' ')
  writeFitted(sheet, said, { typeface: 'text', from: 9.5, minSize: 5.5, top: 398, height: 43 })
  // The line is between the academy's name and the QR code.
  const [left, line] = [sheet.width - EDGE - 272, FOOT + 74]
  sheet.decorate((pdf) =>
    pdf
      .moveTo(left, line)
      .lineTo(left + 160, line)
      .lineWidth(0.75)
      .stroke(QUIET),
  )
  sheet.write('Signature of the provider', left, line + 3, { size: 8, color: QUIET, width: 160, align: 'center' })
}

type TextSlot = {
  typeface: 'serif' | 'sans' | 'text'
  from: number
  minSize: number
  top: number
  height: number
  color?: string
}

/** Writes text of any length, centered in its area, in balanced lines. */
function writeFitted(
  { width, write }: PdfPage,
  content: string,
  { typeface: wanted, from, minSize, top, height, color = INK }: TextSlot,
): void {
  const room = width - 2 * EDGE
  const text = removeUndrawable(content, wanted)
  const { typeface, size } = fitTextInBox(text, wanted, { from, minSize, width: room, height })
  const lines = balanceLines(text, { typeface, size }, room)
  const y = top + Math.max(0, (height - lines.length * lineHeight({ typeface, size })) / 2)
  // The text box is wider than measured, so that rounding doesn't break a line.
  write(lines.join('\n'), EDGE - 20, y, { typeface, size, color, width: room + 40, align: 'center' })
}

/** Breaks text into as many lines as the full width needs, at the smallest width that needs no more lines than that. */
function balanceLines(text: string, lettering: Parameters<typeof measureWidth>[1], room: number): string[] {
  const lines = wrapText(text, lettering, room).length
  const words = text.split(' ').map((word) => measureWidth(word, lettering))
  // At least as wide as the widest word, which would otherwise be broken.
  let [tooNarrow, wide] = [Math.min(room, Math.max(...words, room / lines)), room]
  while (wide - tooNarrow > 1) {
    const between = (wide + tooNarrow) / 2
    if (wrapText(text, lettering, between).length > lines) tooNarrow = between
    else wide = between
  }
  return wrapText(text, lettering, wide)
}

function writeFoot(sheet: PdfPage, certificate: PrintedCertificate): void {
  const { id, issuedAt, timeZone, language, issuer, address, credential } = certificate
  const { write, figure } = sheet
  const small = { size: 9, color: QUIET, width: 470, lineGap: 2 }
  let y = write(issuer.name, EDGE, FOOT, { ...small, color: INK })
  y = write(issuer.address, EDGE, y + 1, small)
  y = write(`Issued on ${formatDate(formatDay(issuedAt, timeZone), language, 'long')}`, EDGE, y + 7, small)
  // A capital I and a small l look alike in the other typeface, and people type the ID.
  const typeable = { ...small, typeface: 'text' } as const
  y = write(`Certificate ID ${id}`, EDGE, y + 1, typeable)
  y = write('Anyone can verify this certificate at', EDGE, y + 1, small)
  y = write(address, EDGE, y + 1, { ...typeable, color: BAR, link: address })
  if (credential !== undefined)
    write(`Software can verify the signed credential in this file: ${ATTACHMENT.name}`, EDGE, y + 1, small)
  figure('QR code with the link where anyone can verify this certificate', (pdf) => {
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
