import { normalizeText } from '#shared/normalize-text.ts'
import { formatList } from '#shared/format-list.ts'

export const UPLOAD_PURPOSES = ['video', 'audio', 'captions', 'picture', 'handout', 'cover'] as const

export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

export const MAX_BYTES: Readonly<Record<UploadPurpose, number>> = {
  video: 4 * 1024 ** 3,
  audio: 4 * 1024 ** 3,
  captions: 1024 ** 2,
  picture: 20_000_000,
  handout: 4 * 1024 ** 3,
  cover: 20_000_000,
}

export const MAX_UNFINISHED = 60

/**
 * The maximum size of a chunk's request body. It is lower than the limits in deploy/nginx.conf and deploy/Caddyfile.
 */
export const MAX_CHUNK_BYTES = 32 * 1024 ** 2

export const UPLOAD_IN_USE_MESSAGE = 'This file is already being uploaded in another window.'

/** The size of the blocks whose digests are compared before an upload resumes. */
export const COMPARED_CHUNK_BYTES = 8 * 1024 ** 2
export const MAX_COMPARED_CHUNKS = 32

const DAY_MS = 24 * 60 * 60_000
/** An upload that was not used for this long is abandoned. */
export const ABANDONED_AFTER_MS = 3 * DAY_MS
/** How long the result of an upload is kept. During this time, its file counts as used. */
export const OUTCOME_RETENTION_MS = 7 * DAY_MS

/** Extensions that are accepted for each purpose. The content is checked when the upload is complete. */
const EXTENSIONS: Readonly<Record<UploadPurpose, readonly string[]>> = {
  video: ['mp4', 'mov'],
  audio: ['mp3', 'm4a'],
  captions: ['vtt', 'srt'],
  picture: ['svg', 'png', 'jpg', 'jpeg', 'webp', 'avif'],
  handout: ['pdf', 'docx', 'xlsx', 'pptx', 'zip', 'png', 'jpg', 'jpeg', 'webp', 'mp3'],
  cover: ['svg', 'png', 'jpg', 'jpeg', 'webp', 'avif'],
}

/** Returns the extensions in the form that the browser's file picker needs: `.png,.jpg`. */
export function acceptedExtensions(use: UploadPurpose): string {
  return EXTENSIONS[use].map((ending) => `.${ending}`).join(',')
}

export function formatExtensions(use: UploadPurpose): string {
  const shown = EXTENSIONS[use].filter((ending) => ending !== 'jpeg').map((ending) => ending.toUpperCase())
  return formatList(shown, 'or')
}

/** How to get a supported file from others that people have, by extension. */
const HOW_TO_CONVERT: Readonly<Record<string, string>> = {
  sbv: '. YouTube Studio can download the same captions as .srt',
  wav: '. Audacity exports WAV files as MP3',
  aiff: '. Audacity exports AIFF files as MP3',
}

/**
 * Checks a file before it is uploaded. Returns the end of a sentence that starts with the file's name, or undefined if
 * the file is valid.
 */
export function validateBeforeUpload(
  use: UploadPurpose,
  { name, bytes }: { name: string; bytes: number },
): string | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!EXTENSIONS[use].includes(ending))
    return `isn’t supported. Upload a file of type ${formatExtensions(use)}${HOW_TO_CONVERT[ending] ?? ''}`
  if (bytes === 0) return 'is empty. Export or save it again'
  if (bytes > MAX_BYTES[use])
    return `is too large (${formatFileSize(bytes)}). The maximum is ${formatFileSize(MAX_BYTES[use])}`
  return undefined
}

/** Formats a size like `4.0 GB`, `12 MB`, or `3 KB`, in the units that file managers use. */
export function formatFileSize(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`
  if (bytes >= 1e6) return `${Math.round(bytes / 1e6)} MB`
  return `${Math.max(1, Math.round(bytes / 1e3))} KB`
}

const MAX_NAME_LENGTH = 200

/**
 * Removes folders and characters that file systems don't allow, and shortens the name for use in URLs. Keeps the
 * extension.
 */
export function sanitizeFileName(given: string): string {
  const name = normalizeText(given.split(/[/\\]/).at(-1) ?? '', 'NFC')
    .replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = [...name]
  if (characters.length <= MAX_NAME_LENGTH) return name
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return (
    characters
      .slice(0, MAX_NAME_LENGTH - ending.length)
      .join('')
      .trimEnd() + ending
  )
}

export function isUploadPurpose(word: string): word is UploadPurpose {
  return (UPLOAD_PURPOSES as readonly string[]).includes(word)
}
