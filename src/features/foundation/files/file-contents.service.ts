import { readFile } from 'node:fs/promises'
import type { ProductFile } from '#features/foundation/products/products.public.ts'
import { readPdf } from '#platform/pdf/pdfium.ts'
import { countPages, shownTextOf } from '#platform/pdf/shown-text.ts'
import { linesOf } from '#shared/transcript.ts'
import { cuesIn } from './caption-text.rules.ts'
import { readCaptions } from './captions.rules.ts'
import { decoded } from './encoding.rules.ts'
import type { ReadAt } from './mp4-order.rules.ts'
import { mp3Seconds } from './mp3-length.rules.ts'
import { recordingIn } from './recording.service.ts'
import { type Hidden, hiddenIn, openOffice, textOfWord, wordsIn } from './office.service.ts'

/** What a file says, read once when it is stored: how long it is, its transcript, and what its author should know. */
export type Contents = Pick<ProductFile, 'seconds' | 'pages' | 'words' | 'transcript' | 'warnings'>

/** Larger ones are stored as they come: nobody counts in them. */
const LARGEST = 60_000_000

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
/** Kinds of files of which `readContents` finds anything out. */
export const READ_TYPES: readonly string[] = [
  'video/mp4',
  'audio/mp4',
  'text/vtt',
  'application/pdf',
  'audio/mpeg',
  ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map((type) => OFFICE + type),
]

type Given = { source: string; size: number; contentType: string; readAt: ReadAt }

/** Refuses nothing: what can't be read is told as a warning. */
export async function readContents({ source, size, contentType, readAt }: Given): Promise<Contents> {
  if (contentType === 'audio/mpeg') return { seconds: (await mp3Seconds(readAt, size))?.seconds }
  if (/^(?:video|audio)\/mp4$/.test(contentType)) {
    const { seconds } = await recordingIn(source)
    return { seconds: seconds > 0 ? seconds : undefined }
  }
  if (size > LARGEST) return { seconds: undefined }
  if (contentType === 'text/vtt') return captionContents(await readFile(source))
  if (contentType === 'application/pdf') return pdfContents(await readFile(source))
  if (contentType.startsWith(OFFICE)) return officeContents(readAt, size)
  return { seconds: undefined }
}

function captionContents(bytes: Uint8Array): Contents {
  const found = decoded(bytes)
  if ('wrong' in found) return { seconds: undefined }
  const { warnings } = readCaptions(found.text)
  return { seconds: undefined, transcript: linesOf(cuesIn(found.text)), warnings }
}

/** Only the author's warning depends on these: the search reads all pages. */
const MAX_LOOK_PAGES = 50
const MAX_LOOK_MS = 3_000
const HIDDEN_IN_PDF =
  'This PDF contains text that its pages don’t show, such as text under a box or on a hidden layer. Everyone who downloads it can copy that text. Remove it if it is not meant for them.'

async function pdfContents(bytes: Uint8Array): Promise<Contents> {
  try {
    const until = performance.now() + MAX_LOOK_MS
    const { pages, hasHidden } = await readPdf(bytes, (document) => {
      const count = countPages(document)
      let page = 0
      let isFound = false
      while (!isFound && page < Math.min(count, MAX_LOOK_PAGES) && performance.now() < until) {
        isFound = shownTextOf(document, page).hasHidden
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

async function officeContents(readAt: ReadAt, size: number): Promise<Contents> {
  try {
    const file = await openOffice(readAt, size)
    if (!file) return { seconds: undefined }
    if (file.kind !== 'word') return { seconds: undefined, warnings: warningsOf(await hiddenIn(file)) }
    const found = await textOfWord(file)
    return { seconds: undefined, words: found && wordsIn(found.text), warnings: warningsOf(found?.hidden ?? []) }
  } catch {
    return {
      seconds: undefined,
      warnings: [
        { message: 'This file can’t be read here, so its words don’t count toward study time and can’t be searched.' },
      ],
    }
  }
}

function warningsOf(hidden: readonly Hidden[]): { message: string }[] {
  if (hidden.length === 0) return []
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(hidden)
  return [
    {
      message: `This file contains ${list}, which everyone who downloads it can read. Remove what is not meant for them, or upload it as a PDF.`,
    },
  ]
}

/** What Word shows of a document; undefined where it can't be read. */
export async function textOfDocument(document: Uint8Array): Promise<string | undefined> {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength)
  const readAt: ReadAt = (from, length) => Promise.resolve(bytes.subarray(from, from + length))
  try {
    const file = await openOffice(readAt, bytes.length)
    return file?.kind === 'word' ? (await textOfWord(file))?.text : undefined
  } catch {
    return undefined
  }
}
