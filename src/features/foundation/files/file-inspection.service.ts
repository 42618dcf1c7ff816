import { type FileHandle, open, readFile } from 'node:fs/promises'
import { runInSandbox } from '#platform/sandbox.ts'
import { findCaptionMistakes, type Mistake } from './captions.rules.ts'
import { READER_VERSION } from '#shared/reader-version.ts'
import { type FileContents, readContents } from './file-contents.service.ts'
import { decodeText } from './encoding.rules.ts'
import { findActiveContent, type FileUse, detectFileType } from './file-kinds.rules.ts'
import type { ReadAt } from './mp4-order.rules.ts'
import { validatePictureDecoding, validatePictureShape } from './picture-problems.service.ts'
import { adviceForFolder, adviceForPage } from './playability.rules.ts'
import { type TrailingIndex, examineRecording } from './recordings.service.ts'
import { openOfficeFile } from './office.service.ts'
import { describeSandboxFailure } from './sandbox-failures.service.ts'

export type ExaminedFile = FileContents & {
  contentType: string
  readerVersion: number
  behind: TrailingIndex | undefined
}

/** Why a file can't be used. `mistakes` are errors in the file, with line numbers. */
export type InvalidFile = { wrong: string; mistakes?: Mistake[] }

type FileInput = {
  source: string
  name: string
  use: FileUse
  /** The file name as written in a course folder; undefined for an uploaded file. */
  reference?: string
}

export const MAX_CAPTIONS_BYTES = 1024 * 1024
export const MAX_PICTURE_BYTES = 20_000_000
const MEDIA_TYPE = /^(video|audio)\//
/** Extensions of files that can be converted to a playable recording. */
const RECORDING_EXTENSIONS =
  /[.](mp4|m4[av]|mov|mkv|webm|avi|wmv|mpe?g|flv|3gp|mts|mp3|wav|aac|og[gv]|opus|flac|aiff?|wma)$/i

const examineInSandbox = runInSandbox<typeof examine>(new URL(import.meta.url), examine.name, {
  resultBytes: 4 * 1024 * 1024,
})

/** Checks in the sandbox whether a file fits its use. Trusts neither the name nor the first bytes alone. */
export async function examineFile(given: FileInput, member: string): Promise<ExaminedFile | InvalidFile> {
  try {
    return await examineInSandbox(given, member)
  } catch (error) {
    return describeSandboxFailure(error)
  }
}

export async function examine({ source, name, use, reference }: FileInput): Promise<ExaminedFile | InvalidFile> {
  const advice = (heard: 'video' | 'audio') =>
    reference === undefined ? adviceForPage(heard) : adviceForFolder(heard, reference)
  const handle = await open(source, 'r')
  try {
    const { size } = await handle.stat()
    const readAt = createReader(handle, size)
    const head = await readAt(0, 4096)
    const office = use === 'handout' ? (await openOfficeFile(readAt, size).catch(() => undefined))?.kind : undefined
    const kind = detectFileType(name, use, { head, office })
    const isRecording = use === 'video' || use === 'audio'
    if ('wrong' in kind) {
      const isMeant = isRecording && RECORDING_EXTENSIONS.test(name)
      return isMeant ? { wrong: `${kind.wrong}. ${advice(use).copy({ video: false, sound: false })}` } : kind
    }
    const { contentType } = kind
    const plain = { contentType, seconds: undefined, readerVersion: READER_VERSION, behind: undefined }
    if (use === 'picture') return (await validatePicture(source, size, contentType)) ?? plain
    if (contentType.startsWith('image/')) return (await validatePictureDecoding(source)) ?? plain
    const wrong = use === 'captions' ? await validateCaptions(source, size) : undefined
    if (wrong) return wrong
    if (!MEDIA_TYPE.test(contentType))
      return { ...plain, ...(await readContents({ source, size, contentType, readAt })) }
    const heard = use === 'video' ? 'video' : 'audio'
    const examined = await examineRecording({ source, size, readAt, contentType, use: heard, advice: advice(heard) })
    return 'wrong' in examined ? examined : { ...plain, ...examined }
  } finally {
    await handle.close()
  }
}

export function createReader(handle: FileHandle, size: number): ReadAt {
  return async (offset, length) => {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset)
    return buffer.subarray(0, bytesRead)
  }
}

/** Returns why a picture can't be used. This is checked before the picture is rendered. */
async function validatePicture(source: string, size: number, contentType: string): Promise<InvalidFile | undefined> {
  if (size > MAX_PICTURE_BYTES)
    return {
      wrong: `is ${Math.ceil(size / 1e6)} MB. The maximum for an image is ${MAX_PICTURE_BYTES / 1e6} MB`,
    }
  const active = contentType === 'image/svg+xml' ? findActiveContent(await readFile(source, 'utf8')) : undefined
  return active === undefined ? validatePictureShape(source) : { wrong: active }
}

async function validateCaptions(source: string, size: number): Promise<InvalidFile | undefined> {
  if (size > MAX_CAPTIONS_BYTES) return { wrong: 'must be 1 MB or less' }
  const found = decodeText(await readFile(source))
  const mistakes =
    'text' in found
      ? findCaptionMistakes(found.text)
      : [{ message: found.wrong, ...(found.line !== undefined && { line: found.line }) }]
  return mistakes.length > 0 ? { wrong: 'has errors', mistakes } : undefined
}
