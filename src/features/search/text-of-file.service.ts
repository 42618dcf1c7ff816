import { textOfDocument } from '#features/files/text.public.ts'
import { inThread } from '#platform/in-thread.ts'
import { readPdf } from '#platform/pdf/pdfium.ts'
import { type Passage, passagesOf } from './passages.rules.ts'

const PDF = 'application/pdf'
const WORD = '.wordprocessingml.document'

/** Of what is longer, the beginning is searched. */
const MOST_PAGES = 1_000
const MOST_MS = 10_000

type Written = { content: Uint8Array; contentType: string }

/** Whether there is text to be read in such a file. */
export function isReadable(contentType: string): boolean {
  return contentType === PDF || contentType.endsWith(WORD)
}

/** The text of a PDF or a Word document. In a thread of its own; refuses what can't be read with an error of the library. */
export const textOfFile = inThread<Written, Passage[]>(new URL(import.meta.url), 'passagesIn', 'files')

export async function passagesIn({ content, contentType }: Written): Promise<Passage[]> {
  return contentType === PDF
    ? passagesOf(await pagesOf(content))
    : passagesOf([{ text: (await textOfDocument(content)) ?? '' }])
}

function pagesOf(pdf: Uint8Array): Promise<{ text: string; page: number }[]> {
  const until = performance.now() + MOST_MS
  return readPdf(pdf, (document) => {
    const pages = []
    const last = Math.min(document.getPageCount(), MOST_PAGES)
    for (let at = 0; at < last && performance.now() < until; at += 1)
      pages.push({ text: document.getPage(at).getText(), page: at + 1 })
    return pages
  })
}
