import { open, readFile } from 'node:fs/promises'
import { runInSandbox } from '#platform/sandbox.ts'
import { convertCaptions } from './caption-conversion.rules.ts'
import type { Mistake } from './captions.rules.ts'
import { READER_VERSION } from '#shared/reader-version.ts'
import { type FileContents, readCaptionContents, readContents } from './file-contents.service.ts'
import { findActiveContent, type FileUse, detectFileType } from './file-kinds.rules.ts'
import { createReader } from './file-reader.service.ts'
import { validatePictureDecoding, validatePictureShape } from './picture-problems.service.ts'
import { adviceForFolder, adviceForPage } from './playability.rules.ts'
import { examineRecording } from './recordings.service.ts'
import type { Rewrite } from './rewriting.service.ts'
import { openOfficeFile } from './office.service.ts'
import { describeSandboxFailure } from './sandbox-failures.service.ts'

export type ExaminedFile = FileContents & {
  /** The name under which it is stored. */
  name: string
  contentType: string
  readerVersion: number
  /** How the stored file differs from the given one; undefined if it is stored unchanged. */
  rewrite: Rewrite | undefined
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
    reference === undefined ? adviceForPage(heard, name) : adviceForFolder(heard, reference)
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
    const plain = { name, contentType, seconds: undefined, readerVersion: READER_VERSION, rewrite: undefined }
    if (use === 'picture') return (await validatePicture(source, size, contentType)) ?? plain
    if (contentType.startsWith('image/')) return (await validatePictureDecoding(source)) ?? plain
    if (use === 'captions')
      return size > MAX_CAPTIONS_BYTES ? TOO_LARGE_CAPTIONS : examineCaptions(plain, await readFile(source))
    if (!MEDIA_TYPE.test(contentType))
      return { ...plain, ...(await readContents({ source, size, contentType, readAt })) }
    const heard = use === 'video' ? 'video' : 'audio'
    const given = { source, name, size, readAt, contentType, use: heard, advice: advice(heard) } as const
    const examined = await examineRecording(given)
    return 'wrong' in examined ? examined : { ...plain, ...examined, name: name.replace(/\.mov$/i, '.mp4') }
  } finally {
    await handle.close()
  }
}

/** Why a picture can't be used, checked before it is rendered. */
async function validatePicture(source: string, size: number, contentType: string): Promise<InvalidFile | undefined> {
  if (size > MAX_PICTURE_BYTES)
    return {
      wrong: `is ${Math.ceil(size / 1e6)} MB. The maximum for an image is ${MAX_PICTURE_BYTES / 1e6} MB`,
    }
  const active = contentType === 'image/svg+xml' ? findActiveContent(await readFile(source, 'utf8')) : undefined
  return active === undefined ? validatePictureShape(source) : { wrong: active }
}

const TOO_LARGE_CAPTIONS: InvalidFile = { wrong: 'must be 1 MB or less' }

/** Captions are stored as WebVTT in UTF-8, whatever the format of the given file. */
function examineCaptions(plain: ExaminedFile, given: Uint8Array): ExaminedFile | InvalidFile {
  const converted = convertCaptions(given)
  if ('wrong' in converted) return converted
  const { text } = converted
  const stored = text === undefined ? given : Buffer.from(text)
  if (stored.length > MAX_CAPTIONS_BYTES) return TOO_LARGE_CAPTIONS
  const { warnings = [], ...contents } = readCaptionContents(stored)
  return {
    ...plain,
    ...contents,
    name: plain.name.replace(/\.srt$/i, '.vtt'),
    warnings: [...converted.warnings, ...warnings],
    rewrite: text === undefined ? undefined : { kind: 'text', text },
  }
}
