import { constants, deflateSync } from 'node:zlib'

const CHUNK_BYTES = 1024 * 1024

/** A one-page PDF with this many megabytes of blank content, each compressed to a kilobyte. */
export function createDemandingPdf(megabytes: number): Buffer {
  const packed = (content: Buffer) => deflateSync(content, { finishFlush: constants.Z_FULL_FLUSH })
  // After a full flush, another compressed chunk can follow, without its two-byte zlib header.
  const HEAD_BYTES = 2
  const chunk = packed(Buffer.alloc(CHUNK_BYTES, ' '))
  const rest = Array.from({ length: megabytes - 1 }, () => chunk.subarray(HEAD_BYTES))
  const content = Buffer.concat([chunk, ...rest])
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
  ].map((part, at) => `${at + 1} 0 obj\n${part}\nendobj\n`)
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n${parts.join('')}4 0 obj\n<< /Filter /FlateDecode /Length ${content.length} >>\nstream\n`),
    content,
    // There is no cross-reference table, so readers rebuild it.
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n'),
  ])
}
