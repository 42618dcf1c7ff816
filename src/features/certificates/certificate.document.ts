import { create as createQrCode } from 'qrcode'
import { makePdf, type Pdf, PDF_COLOR } from '#platform/pdf/pdf.ts'
import { longDate } from '#shared/dates.ts'

const { ink: INK, bar: BAR, quiet: QUIET } = PDF_COLOR

export type PrintedCertificate = {
  id: string
  printedName: string
  courseName: string
  completedAt: Date
  issuedAt: Date
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
    (pdf) => draw(pdf, certificate),
  )
}

function draw(pdf: Pdf, certificate: PrintedCertificate): void {
  const { printedName, courseName, completedAt, issuer } = certificate
  drawFrame(pdf)
  const { width } = pdf.page
  const line = (
    content: string,
    y: number,
    { font, size, color = INK }: { font: string; size: number; color?: string },
  ) =>
    pdf
      .font(font)
      .fontSize(size)
      .fillColor(color)
      .text(content, 90, y, { width: width - 180, align: 'center' })

  line(issuer.name, 84, { font: 'sans', size: 13, color: BAR })
  line('Certificate of Completion', 118, { font: 'serif', size: 40 })
  line('This is to certify that', 192, { font: 'text', size: 15, color: QUIET })
  line(printedName, 218, {
    font: 'serif',
    size: fittingSize(pdf, { content: printedName, from: 36, room: width - 200 }),
  })
  pdf
    .moveTo(width / 2 - 150, 272)
    .lineTo(width / 2 + 150, 272)
    .lineWidth(0.75)
    .stroke(QUIET)
  line('has completed the course and passed the examination of', 288, { font: 'text', size: 15, color: QUIET })
  line(courseName, 316, { font: 'serif', size: fittingSize(pdf, { content: courseName, from: 25, room: width - 200 }) })
  line(`Completed on ${longDate(completedAt)}`, 362, { font: 'text', size: 15 })
  line(
    'This certificate records the completion of a course. It is not a professional certification. No nursing contact hours are awarded.',
    396,
    {
      font: 'sans',
      size: 9.5,
      color: QUIET,
    },
  )
  drawFoot(pdf, certificate)
}

function drawFrame(pdf: Pdf): void {
  const { width, height } = pdf.page
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
}

function drawFoot(pdf: Pdf, { id, issuedAt, issuer, address }: PrintedCertificate): void {
  const top = 448
  const small = (content: string, y: number, color = QUIET) =>
    pdf.font('sans').fontSize(9).fillColor(color).text(content, 90, y, { width: 460 })
  small(issuer.name, top, INK)
  small(issuer.address, top + 14)
  small(`Issued on ${longDate(issuedAt)}`, top + 34)
  small(`Certificate ${id}`, top + 48)
  small('Anyone can check this certificate at', top + 62)
  pdf
    .font('sans')
    .fontSize(9)
    .fillColor(BAR)
    .text(address, 90, top + 76, { width: 460, link: address })
  drawQrCode(pdf, { content: address, x: pdf.page.width - 172, y: top, size: 84 })
}

function drawQrCode(pdf: Pdf, { content, x, y, size }: { content: string; x: number; y: number; size: number }): void {
  const { modules } = createQrCode(content, { errorCorrectionLevel: 'M' })
  const side = size / modules.size
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) pdf.rect(x + column * side, y + row * side, side, side)
    }
  }
  pdf.fill(INK)
}

/** The largest size up to `from` at which the text stays on one line. */
function fittingSize(pdf: Pdf, { content, from, room }: { content: string; from: number; room: number }): number {
  const width = pdf.font('serif').fontSize(from).widthOfString(content)
  return width <= room ? from : Math.max(12, (from * room) / width)
}
