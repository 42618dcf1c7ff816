import PDFDocument from 'pdfkit'
import type { Paper } from '#shared/paper.ts'
import { removeInvisible } from '#shared/tidy-text.ts'
import { removeUndrawable, fonts, type Typeface, typefaceFor } from '../typography.ts'

export const PDF_COLOR = { ink: '#14213d', bar: '#12467f', quiet: '#55617a', line: '#b9c4d6' }

type Pdf = InstanceType<typeof PDFDocument>

type PdfOptions = {
  paper: Paper
  layout: 'landscape' | 'portrait'
  title: string
  author: string
  subject: string
  createdAt: Date
  /** A file embedded in the PDF. It has the same content as the PDF, but in a format for programs. */
  attached?: { name: string; type: string; description: string; content: string } | undefined
}

type Style = {
  typeface?: Typeface
  size?: number
  color?: string
  width: number
  align?: 'left' | 'center' | 'right'
  lineGap?: number
  /** The role of the text for screen readers. */
  tag?: 'P' | 'H1' | 'TH' | 'TD'
  link?: string
}

/** A page. Its content is either read aloud by screen readers or marked as decoration. */
export type PdfPage = {
  width: number
  height: number
  /**
   * Writes real text, broken into lines, without characters that are missing from the font. Returns the position where
   * the text ends.
   */
  write(content: string, x: number, y: number, style: Style): number
  /** Groups the text that is written to `sheet` as a table or a row. */
  group(tag: 'Table' | 'TR', write: (sheet: PdfPage) => void): void
  /** Draws a picture with its alternative text. */
  figure(alt: string, draw: (pdf: Pdf) => void): void
  /** Draws backgrounds and lines, marked as decoration. */
  decorate(draw: (pdf: Pdf) => void): void
}

/** Makes a PDF of one page, which has real, tagged text in embedded fonts. */
export function makePdf(
  { paper, layout, title, author, subject, createdAt, attached }: PdfOptions,
  write: (sheet: PdfPage) => void,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: paper === 'a4' ? 'A4' : 'LETTER',
    layout,
    margin: 0,
    lang: 'en-US',
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: {
      Title: removeInvisible(title),
      Author: removeInvisible(author),
      Subject: removeInvisible(subject),
      CreationDate: createdAt,
    },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  // This function also accepts parsed fonts, but its types don't include them.
  for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font() as unknown as Buffer)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  write(createPdfPage(pdf, root))
  if (attached) {
    const { content, ...about } = attached
    // The types don't include `relationship`.
    const options = { ...about, creationDate: createdAt, relationship: 'Alternative' }
    pdf.file(Buffer.from(content), options)
  }
  pdf.end()
  return finished
}

function createPdfPage(pdf: Pdf, parent: ReturnType<Pdf['struct']>): PdfPage {
  const { width, height } = pdf.page
  return {
    width,
    height,
    write(content, x, y, style) {
      const { typeface: wanted = 'sans', size = 10, color = PDF_COLOR.ink, tag = 'P', link, ...layout } = style
      const typeface = typefaceFor(content, wanted)
      const text = removeInvisible(content)
        .split('\n')
        .map((line) => removeUndrawable(line, typeface))
        .join('\n')
      if (!text) return y
      const set = () => {
        pdf
          .font(typeface)
          .fontSize(size)
          .fillColor(color)
          .text(text, x, y, { ...layout, ...(link !== undefined && { link }) })
      }
      const element = pdf.struct(tag)
      parent.add(element)
      element.add(link === undefined ? set : pdf.struct('Link', { alt: text }, set))
      return pdf.y
    },
    group(tag, draw) {
      const element = pdf.struct(tag)
      parent.add(element)
      draw(createPdfPage(pdf, element))
    },
    figure(alt, draw) {
      parent.add(pdf.struct('Figure', { alt }, () => draw(pdf)))
    },
    decorate(draw) {
      pdf.markContent('Artifact', { type: 'Layout' })
      draw(pdf)
      pdf.endMarkedContent()
    },
  }
}
