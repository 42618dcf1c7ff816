import { readFile } from 'node:fs/promises'
import type { ProductFile } from '#features/foundation/products/products.public.ts'
import { readPdf } from '#platform/pdf/pdfium.ts'
import { countPages, extractVisibleText } from '#platform/pdf/shown-text.ts'
import { toTranscriptLines } from '#shared/transcript.ts'
import { parseCues } from './caption-text.rules.ts'
import { parseCaptions } from './captions.rules.ts'
import { decodeText } from './encoding.rules.ts'
import type { ReadAt } from './mp4-order.rules.ts'
import { readMp3Length } from './mp3-length.rules.ts'
import { readRecordingFile } from './recordings.service.ts'
import { type HiddenContent, findHiddenContent, openOfficeFile, extractWordText, countWords } from './office.service.ts'
import { formatList } from '#shared/format-list.ts'

/** What is read from a file when it is stored: its length, its transcript, and warnings for its author. */
export type FileContents = Pick<ProductFile, 'seconds' | 'pages' | 'words' | 'transcript' | 'warnings'>

/** Larger files are stored without reading their content. */
const MAX_BYTES = 60_000_000

const OFFICE_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument.'
export const READABLE_TYPES: readonly string[] = [
  'video/mp4',
  'audio/mp4',
  'text/vtt',
  'application/pdf',
  'audio/mpeg',
  ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map(
    (type) => OFFICE_TYPE_PREFIX + type,
  ),
]

type FileInput = { source: string; size: number; contentType: string; readAt: ReadAt }

/** Reads the content of a file. Never throws, because unreadable content becomes a warning. */
export async function readContents({ source, size, contentType, readAt }: FileInput): Promise<FileContents> {
  if (contentType === 'audio/mpeg') return { seconds: (await readMp3Length(readAt, size))?.seconds }
  if (/^(?:video|audio)\/mp4$/.test(contentType)) {
    const { seconds } = await readRecordingFile(source)
    return { seconds: seconds > 0 ? seconds : undefined }
  }
  if (size > MAX_BYTES) return { seconds: undefined }
  if (contentType === 'text/vtt') return readCaptionContents(await readFile(source))
  if (contentType === 'application/pdf') return readPdfContents(await readFile(source))
  if (contentType.startsWith(OFFICE_TYPE_PREFIX)) return readOfficeContents(readAt, size)
  return { seconds: undefined }
}

export function readCaptionContents(bytes: Uint8Array): FileContents {
  const found = decodeText(bytes)
  if ('wrong' in found) return { seconds: undefined }
  const { warnings } = parseCaptions(found.text)
  return { seconds: undefined, transcript: toTranscriptLines(parseCues(found.text)), warnings }
}

/** These limit the check for hidden text, about which the author is warned. The search index reads all pages. */
const MAX_LOOK_PAGES = 50
const MAX_LOOK_MS = 3_000
const HIDDEN_IN_PDF =
  'This PDF contains text that its pages don’t show, such as text under a box or on a hidden layer. Everyone who downloads it can copy that text. Remove it if it isn’t meant for them.'

async function readPdfContents(bytes: Uint8Array): Promise<FileContents> {
  try {
    const until = performance.now() + MAX_LOOK_MS
    const { pages, hasHidden } = await readPdf(bytes, (document) => {
      const count = countPages(document)
      let page = 0
      let isFound = false
      while (!isFound && page < Math.min(count, MAX_LOOK_PAGES) && performance.now() < until) {
        isFound = extractVisibleText(document, page).hasHidden
        page += 1
      }
      return { pages: count, hasHidden: isFound }
    })
    return {
      seconds: undefined,
      pages: pages > 0 ? pages : undefined,
      ...(hasHidden && { warnings: [{ message: HIDDEN_IN_PDF }] }),
    }
  } catch (error) {
    const isLocked = error instanceof Error && /password/i.test(error.message)
    const message = isLocked
      ? 'This PDF needs a password to open. Its pages don’t count toward study time, and its text can’t be searched. Save it without a password and upload it again.'
      : 'This PDF can’t be opened here, so its pages don’t count toward study time and its text can’t be searched. Check that it opens on your computer, or save it again as PDF.'
    return { seconds: undefined, warnings: [{ message }] }
  }
}

async function readOfficeContents(readAt: ReadAt, size: number): Promise<FileContents> {
  try {
    const file = await openOfficeFile(readAt, size)
    if (!file) return { seconds: undefined }
    if (file.kind !== 'word')
      return { seconds: undefined, warnings: describeHiddenContent(await findHiddenContent(file)) }
    const found = await extractWordText(file)
    return {
      seconds: undefined,
      words: found && countWords(found.text),
      warnings: describeHiddenContent(found?.hidden ?? []),
    }
  } catch {
    return {
      seconds: undefined,
      warnings: [
        {
          message:
            'This file can’t be read here, so its words don’t count toward study time and can’t be searched. Save it again, then upload it again.',
        },
      ],
    }
  }
}

function describeHiddenContent(hidden: readonly HiddenContent[]): { message: string }[] {
  if (hidden.length === 0) return []
  const list = formatList(hidden, 'and')
  return [
    {
      message: `This file contains ${list}, which everyone who downloads it can read. Remove anything that isn’t meant for them, or upload the file as a PDF.`,
    },
  ]
}

/** Returns the visible text of a Word document, or undefined if it is unreadable. */
export async function extractDocumentText(document: Uint8Array): Promise<string | undefined> {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength)
  const readAt: ReadAt = (from, length) => Promise.resolve(bytes.subarray(from, from + length))
  try {
    const file = await openOfficeFile(readAt, bytes.length)
    return file?.kind === 'word' ? (await extractWordText(file))?.text : undefined
  } catch {
    return undefined
  }
}
