import { readFile } from 'node:fs/promises'
import { textOfDocument } from '#features/foundation/files/text.public.ts'
import { readPdf } from '#platform/pdf/pdfium.ts'
import { countPages, shownTextOf } from '#platform/pdf/shown-text.ts'
import { sandboxed } from '#platform/sandbox.ts'
import { type Passage, passagesOf } from './passages.rules.ts'

const PDF = 'application/pdf'
const WORD = '.wordprocessingml.document'

/** Of what is longer, the beginning is searched. */
const MOST_PAGES = 1_000
const MOST_MS = 20_000

type Written = { source: string; contentType: string }

/** Whether there is text to be read in such a file. */
export function isReadable(contentType: string): boolean {
  return contentType === PDF || contentType.endsWith(WORD)
}

/** The text of a PDF or a Word document. Refuses a file that can't be read with an error of the library. */
export const textOfFile = sandboxed<typeof passagesIn>(new URL(import.meta.url), 'passagesIn', {
  cpuMs: 30_000,
  resultBytes: 4 * 1024 * 1024,
})

export async function passagesIn({ source, contentType }: Written): Promise<Passage[]> {
  const content = await readFile(source)
  return contentType === PDF
    ? passagesOf(await pagesOf(content))
    : passagesOf([{ text: (await textOfDocument(content)) ?? '' }])
}

function pagesOf(pdf: Uint8Array): Promise<{ text: string; page: number }[]> {
  const until = performance.now() + MOST_MS
  return readPdf(pdf, (document) => {
    const pages = []
    const last = Math.min(countPages(document), MOST_PAGES)
    for (let at = 0; at < last && performance.now() < until; at += 1)
      pages.push({ text: shownTextOf(document, at).text, page: at + 1 })
    return pages
  })
}
