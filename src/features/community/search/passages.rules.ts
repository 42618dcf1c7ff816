/** A passage of text with its position: a time in a recording or a page of a document. */
export type Passage = { seconds: number | null; page: number | null; body: string }

/** Short enough to be read at a glance. */
const TARGET_PASSAGE_LENGTH = 500
/** Enough passages for a book of 500 pages. */
const MAX_PASSAGES = 3_000

type Line = { text: string; seconds?: number; page?: number }

/** Joins and splits lines into passages of a few sentences. No passage spans two pages. */
export function splitIntoPassages(lines: readonly Line[]): Passage[] {
  const passages: Passage[] = []
  for (const { text, seconds = null, page = null } of lines) {
    for (const part of splitLine(text)) {
      const last = passages.at(-1)
      if (last && last.page === page && last.body.length + part.length < TARGET_PASSAGE_LENGTH) last.body += ` ${part}`
      else passages.push({ seconds: seconds === null ? null : Math.floor(seconds), page, body: part })
      if (passages.length === MAX_PASSAGES) return passages
    }
  }
  return passages
}

/** One sentence per line; a long sentence is split at a space, or anywhere if there is none. */
function splitLine(text: string): string[] {
  const plain = text
    .slice(0, MAX_PASSAGES * TARGET_PASSAGE_LENGTH)
    // Joins words that are hyphenated at the end of a line. PDFium writes the hyphen as U+0002.
    // oxlint-disable-next-line no-control-regex -- as above
    .replaceAll(/[\u00AD\u0002\uFFFE]\s*/g, '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  return plain.match(/\S.{0,300}[.!?…]["”’)]?(?=\s|$)|\S.{0,300}(?=\s|$)|\S.{0,299}/gu) ?? []
}
