import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { pagesOfPdf, textInDocument, wordsIn } from './text-length.rules.ts'

/** How long something is to read, as far as the file tells it: the pages of a PDF, the words of a Word document. */
export type TextLength = { pages?: number | undefined; words?: number | undefined }

/** Larger ones are stored as they come: nobody counts in them. */
const LARGEST = 60_000_000

export async function lengthOfText(file: { source: string; size: number; contentType: string }): Promise<TextLength> {
  const { source, size, contentType } = file
  if (size > LARGEST) return {}
  if (contentType === 'application/pdf') return { pages: pagesOfPdf(await readFile(source), inflated) }
  if (contentType.endsWith('.wordprocessingml.document')) {
    const text = textOfDocument(await readFile(source))
    return { words: text === undefined ? undefined : wordsIn(text) }
  }
  return {}
}

function inflated(stream: Uint8Array): Uint8Array | undefined {
  try {
    return inflateSync(stream, { maxOutputLength: LARGEST })
  } catch {
    return undefined
  }
}

/** What is written in a Word document; undefined where it can't be read. */
export function textOfDocument(document: Uint8Array): string | undefined {
  try {
    const parts = unzipSync(document, {
      filter: ({ name, originalSize }) => name === 'word/document.xml' && originalSize <= LARGEST,
    })
    const text = parts['word/document.xml']
    return text && textInDocument(new TextDecoder().decode(text))
  } catch {
    return undefined
  }
}
