import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import {
  removeUndrawable,
  fitTextInBox,
  renderTextOutlines,
  type Typeface,
  measureWidth,
} from '#platform/typography.ts'
import { drawLogo, drawSeal } from '#platform/svg-marks.ts'
import { type CertificateClaim, formatCertificateTitle } from '#shared/certificate-claim.ts'
import { PDF_COLOR } from '#platform/pdf/pdf.ts'

export type BadgeText = {
  issuer: string
  course: string
  claim: CertificateClaim
  credential: string
}

const SIZE = 720
const { bar: BAR } = PDF_COLOR

/** The badge as a transparent PNG: the seal with the course name, with the credential embedded. */
export async function drawBadge(words: BadgeText): Promise<Buffer> {
  const picture = await sharp(Buffer.from(renderSvg(words)))
    .png({ palette: true, colors: 64, effort: 3 })
    .toBuffer()
  return bakeCredential(picture, words.credential)
}

function renderSvg({ issuer, course, claim }: BadgeText): string {
  const room = { from: 56, minSize: 22, width: 366, height: 160 }
  const { typeface, size, lines } = fitTextInBox(removeUndrawable(course, 'serif'), 'serif', room)
  const middle = 382 - ((lines.length - 1) * size * 1.16) / 2 + size * 0.34
  const academy = fitTextInBox(removeUndrawable(issuer, 'sans'), 'sans', {
    from: 25,
    minSize: 15,
    width: 280,
    height: 46,
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">
    ${drawSeal(-24, -24, SIZE + 48, `<circle cx="48" cy="48" r="30.4" fill="#fff"/><circle cx="48" cy="48" r="29.2" fill="${BAR}"/>`)}
    ${drawLogo(SIZE / 2 - 48, 150, { size: 100, ground: BAR })}
    ${renderCenteredText(formatCertificateTitle(claim).toUpperCase(), { size: 21, y: 284, fill: '#e3c791' })}
    ${lines.map((line, index) => renderCenteredText(line, { typeface, size, y: middle + index * size * 1.16, fill: '#fff' })).join('')}
    ${academy.lines.map((line, index) => renderCenteredText(line, { typeface: academy.typeface, size: academy.size, y: 510 + index * academy.size * 1.2, fill: '#b4c8de' })).join('')}
  </svg>`
}

type TextLine = { typeface?: Typeface; size: number; y: number; fill: string }

function renderCenteredText(text: string, { typeface = 'sans', size, y, fill }: TextLine): string {
  return renderTextOutlines(text, { typeface, size, x: (SIZE - measureWidth(text, { typeface, size })) / 2, y, fill })
}

/**
 * The chunk's keyword, which Open Badges 3.0 defines. The five zeros after it say: end of the keyword, no compression,
 * no method, no language, no translated keyword.
 */
const KEYWORD = 'openbadgecredential'
const HEAD = Buffer.from(`${KEYWORD}\0\0\0\0\0`, 'latin1')

/** A PNG starts with an eight-byte signature; its first chunk has 13 bytes of data. */
const SECOND_CHUNK_OFFSET = 8 + chunkSize(13)

/** Embeds the credential, so that a single file proves its own authenticity. The image must not change afterward. */
function bakeCredential(png: Buffer, credential: string): Buffer {
  const chunk = createChunk('iTXt', Buffer.concat([HEAD, Buffer.from(credential)]))
  return Buffer.concat([png.subarray(0, SECOND_CHUNK_OFFSET), chunk, png.subarray(SECOND_CHUNK_OFFSET)])
}

/** A chunk's length, type, content, and the checksum of its type and content. */
function createChunk(type: string, content: Buffer): Buffer {
  const summed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.byteLength)
  sum.writeUInt32BE(crc32(summed))
  return Buffer.concat([length, summed, sum])
}

function chunkSize(content: number): number {
  return 4 + 4 + content + 4
}
