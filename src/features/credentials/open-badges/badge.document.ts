import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { drawable, fitted, outlined, type Typeface, widthOf } from '#platform/lettering.ts'
import { markAt, sealAt } from '#platform/marks.ts'
import { PDF_COLOR } from '#platform/pdf/pdf.ts'

/** What a badge says. */
export type BadgeWords = {
  /** The academy's name. */
  issuer: string
  course: string
  /** As it was signed. */
  credential: string
}

const SIZE = 720
const { bar: BAR } = PDF_COLOR

/** The badge as PNG, on nothing: the seal with the course on it, and the credential inside. */
export async function drawBadge(words: BadgeWords): Promise<Buffer> {
  const picture = await sharp(Buffer.from(svgOf(words)))
    .png({ palette: true, colours: 64, effort: 3 })
    .toBuffer()
  return baked(picture, words.credential)
}

function svgOf({ issuer, course }: BadgeWords): string {
  const room = { from: 56, least: 22, width: 366, height: 160 }
  const { typeface, size, lines } = fitted(drawable(course, 'serif'), 'serif', room)
  const middle = 382 - ((lines.length - 1) * size * 1.16) / 2 + size * 0.34
  const academy = fitted(drawable(issuer, 'sans'), 'sans', { from: 25, least: 15, width: 280, height: 46 })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">
    ${sealAt(-24, -24, SIZE + 48, `<circle cx="48" cy="48" r="30.4" fill="#fff"/><circle cx="48" cy="48" r="29.2" fill="${BAR}"/>`)}
    ${markAt(SIZE / 2 - 48, 150, { size: 100, ground: BAR })}
    ${centred('CERTIFICATE OF COMPLETION', { size: 21, y: 284, fill: '#e3c791' })}
    ${lines.map((line, index) => centred(line, { typeface, size, y: middle + index * size * 1.16, fill: '#fff' })).join('')}
    ${academy.lines.map((line, index) => centred(line, { typeface: academy.typeface, size: academy.size, y: 510 + index * academy.size * 1.2, fill: '#b4c8de' })).join('')}
  </svg>`
}

type Line = { typeface?: Typeface; size: number; y: number; fill: string }

function centred(text: string, { typeface = 'sans', size, y, fill }: Line): string {
  return outlined(text, { typeface, size, x: (SIZE - widthOf(text, { typeface, size })) / 2, y, fill })
}

/** The name of the chunk, as Open Badges 3.0 has it. What follows it: not compressed, by no method, in no language, by no other name. */
const KEYWORD = 'openbadgecredential'
const HEAD = Buffer.from(`${KEYWORD}\0\0\0\0\0`, 'latin1')

/** A PNG begins with these eight bytes, then its first chunk, which has 13 of its own. */
const UP_TO_SECOND_CHUNK = 8 + chunkBytes(13)

/** A badge is a picture that carries its credential, so that one file proves itself. Nothing may change the picture afterwards. */
function baked(png: Buffer, credential: string): Buffer {
  const chunk = chunkOf('iTXt', Buffer.concat([HEAD, Buffer.from(credential)]))
  return Buffer.concat([png.subarray(0, UP_TO_SECOND_CHUNK), chunk, png.subarray(UP_TO_SECOND_CHUNK)])
}

/** Length, type, content, checksum of the two in the middle. */
function chunkOf(type: string, content: Buffer): Buffer {
  const summed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.byteLength)
  sum.writeUInt32BE(crc32(summed))
  return Buffer.concat([length, summed, sum])
}

function chunkBytes(content: number): number {
  return 4 + 4 + content + 4
}
