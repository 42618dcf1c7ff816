import { readFile } from 'node:fs/promises'
import { extractDocumentText } from '#features/foundation/files/text.public.ts'
import { readPdf } from '#platform/pdf/pdfium.ts'
import { countPages, extractVisibleText } from '#platform/pdf/shown-text.ts'
import { runInSandbox } from '#platform/sandbox.ts'
import { type Passage, splitIntoPassages } from './passages.rules.ts'

const PDF = 'application/pdf'
const WORD = '.wordprocessingml.document'

/** Only the beginning of a longer document is searched. */
const MAX_PAGES = 1_000
const MAX_MS = 20_000

type SourceFile = { source: string; contentType: string }

/** Whether text can be extracted from this kind of file. */
export function hasExtractableText(contentType: string): boolean {
  return contentType === PDF || contentType.endsWith(WORD)
}

/** Extracts the text of a PDF or Word document. Throws the library's error for an unreadable file. */
export const extractFileText = runInSandbox<typeof extractPassages>(new URL(import.meta.url), extractPassages.name, {
  cpuMs: 30_000,
  resultBytes: 4 * 1024 * 1024,
})

export async function extractPassages({ source, contentType }: SourceFile): Promise<Passage[]> {
  const content = await readFile(source)
  return contentType === PDF
    ? splitIntoPassages(await extractPages(content))
    : splitIntoPassages([{ text: (await extractDocumentText(content)) ?? '' }])
}

function extractPages(pdf: Uint8Array): Promise<{ text: string; page: number }[]> {
  const until = performance.now() + MAX_MS
  return readPdf(pdf, (document) => {
    const pages = []
    const last = Math.min(countPages(document), MAX_PAGES)
    for (let at = 0; at < last && performance.now() < until; at += 1)
      pages.push({ text: extractVisibleText(document, at).text, page: at + 1 })
    return pages
  })
}
