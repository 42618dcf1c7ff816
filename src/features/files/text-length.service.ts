import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { pagesOfPdf, wordsOfDocument } from './text-length.rules.ts'

/** How long something is to read, as far as the file tells it: the pages of a PDF, the words of a Word document. */
export type TextLength = { pages?: number | undefined; words?: number | undefined }

/** Larger ones are stored as they come: nobody counts in them. */
const LARGEST = 60_000_000

export async function lengthOfText(file: { source: string; size: number; contentType: string }): Promise<TextLength> {
  const { source, size, contentType } = file
  if (size > LARGEST) return {}
  if (contentType === 'application/pdf') return { pages: pagesOfPdf(await readFile(source), inflated) }
  if (contentType.endsWith('.wordprocessingml.document')) return { words: wordsIn(await readFile(source)) }
  return {}
}

function inflated(stream: Uint8Array): Uint8Array | undefined {
  try {
    return inflateSync(stream, { maxOutputLength: LARGEST })
  } catch {
    return undefined
  }
}

function wordsIn(document: Uint8Array): number | undefined {
  try {
    const parts = unzipSync(document, {
      filter: ({ name, originalSize }) => name === 'word/document.xml' && originalSize <= LARGEST,
    })
    const text = parts['word/document.xml']
    return text && wordsOfDocument(new TextDecoder().decode(text))
  } catch {
    return undefined
  }
}
