import { readFileSync } from 'node:fs'
import path from 'node:path'
import { create as createFont, type Font } from 'fontkit'
import PDFDocument from 'pdfkit'

const FONTS = path.join(import.meta.dirname, 'fonts')
const serif = readFileSync(path.join(FONTS, 'source-serif-4-semibold.ttf'))
const text = readFileSync(path.join(FONTS, 'source-serif-4-regular.ttf'))
const sans = readFileSync(path.join(FONTS, 'inter-regular.ttf'))
export const LETTERS = { serif: createFont(serif), sans: createFont(sans) }

export const PDF_COLOR = { ink: '#14213d', bar: '#12467f', quiet: '#55617a', line: '#b9c4d6' }

export type Pdf = InstanceType<typeof PDFDocument>

type PdfOptions = { layout: 'landscape' | 'portrait'; title: string; author: string; subject: string; createdAt: Date }

/** One page of US Letter with real text in embedded fonts: `serif` (semibold), `text` and `sans`. */
export function makePdf(
  { layout, title, author, subject, createdAt }: PdfOptions,
  draw: (pdf: Pdf) => void,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'LETTER',
    layout,
    margin: 0,
    lang: 'en-US',
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, Subject: subject, CreationDate: createdAt },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  pdf.registerFont('serif', serif).registerFont('text', text).registerFont('sans', sans)
  draw(pdf)
  pdf.end()
  return finished
}

/** A typeface's letters, to measure and to draw. */
export function lettersOf(typeface: keyof typeof LETTERS): Font {
  const letters = LETTERS[typeface]
  if (!('layout' in letters)) throw new Error(`${typeface} is a collection of fonts`)
  return letters
}

/** The letters that a typeface does not have; they would print as empty boxes. */
export function unprintableLetters(content: string, typeface: keyof typeof LETTERS): string[] {
  const letters = lettersOf(typeface)
  return [...new Set(content)].filter((letter) => !letters.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
}
