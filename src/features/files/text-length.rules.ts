const MOST_PAGES = 100_000

/**
 * How many pages a PDF has, by the tree of its pages; undefined where that can't be read. `inflated` opens a compressed part. Of several trees, which a
 * file has that was saved again and again, the largest counts.
 */
export function pagesOfPdf(
  pdf: Uint8Array,
  inflated: (stream: Uint8Array) => Uint8Array | undefined,
): number | undefined {
  const text = latin(pdf)
  const objects = [...text.split(/\bendobj\b/), ...packedObjects(text, pdf, inflated)]
  const counts = objects.flatMap((object) => {
    if (!/\/Type\s*\/Pages\b/.test(object)) return []
    return Number(/\/Count\s+(\d{1,6})\b/.exec(object)?.[1] ?? 0)
  })
  const most = Math.max(0, ...counts)
  return most > 0 && most <= MOST_PAGES ? most : undefined
}

/** Newer files keep their objects packed together: where each begins is told before the first. */
function packedObjects(text: string, pdf: Uint8Array, inflated: (stream: Uint8Array) => Uint8Array | undefined) {
  const found: string[] = []
  for (const { index, 0: head } of text.matchAll(/<<[^<>]*\/Type\s*\/ObjStm\b[^<>]*>>\s*stream\r?\n/g)) {
    const from = index + head.length
    const to = text.indexOf('endstream', from)
    const content = to === -1 ? undefined : inflated(pdf.subarray(from, to))
    if (!content) continue
    const objects = latin(content)
    const first = Number(/\/First\s+(\d+)/.exec(head)?.[1] ?? 0)
    const numbers = objects.slice(0, first).trim().split(/\s+/).map(Number)
    const starts = numbers.filter((_number, place) => place % 2 === 1).map((offset) => first + offset)
    for (const [place, start] of starts.entries()) found.push(objects.slice(start, starts[place + 1]))
  }
  return found
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What a Word document says, from the part of it that holds its text. */
export function textInDocument(xml: string): string {
  return xml
    .replaceAll(/<\/w:p>|<w:(tab|br)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => SIGNS[name] ?? whole)
}

export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
