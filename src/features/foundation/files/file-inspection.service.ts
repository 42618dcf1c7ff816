import { type FileHandle, open, readFile } from 'node:fs/promises'
import { sandboxed } from '#platform/sandbox.ts'
import { captionMistakes, type Mistake } from './captions.rules.ts'
import { READER_VERSION } from '#shared/reader-version.ts'
import { type Contents, readContents } from './file-contents.service.ts'
import { decoded } from './encoding.rules.ts'
import { activePart, type FileUse, recognise } from './file-kind.rules.ts'
import type { ReadAt } from './mp4-order.rules.ts'
import { decodingProblem, shapeProblem } from './picture-problems.service.ts'
import { adviceForFolder, adviceForPage } from './playability.rules.ts'
import { type Behind, examineRecording } from './recording.service.ts'
import { openOffice } from './office.service.ts'
import { unusable } from './sandbox-failure.ts'

/** What a file is, and what must be done to it before it is stored. */
export type Examined = Contents & { contentType: string; readerVersion: number; behind: Behind | undefined }

/** Why a file can't be used; `mistakes`: where in the file itself, by line. */
export type Unusable = { wrong: string; mistakes?: Mistake[] }

type Given = {
  source: string
  name: string
  use: FileUse
  /** The file as the author of a course folder refers to it; undefined for a file chosen on a page. */
  reference?: string
}

export const LARGEST_CAPTIONS = 1024 * 1024
export const LARGEST_PICTURE = 20_000_000
const TIMED = /^(video|audio)\//
/** Names of what can be made a recording that plays. */
const RECORDINGS = /[.](mp4|m4[av]|mov|mkv|webm|avi|wmv|mpe?g|flv|3gp|mts|mp3|wav|aac|og[gv]|opus|flac|aiff?|wma)$/i

const examineInSandbox = sandboxed<typeof examine>(new URL(import.meta.url), 'examine', {
  resultBytes: 4 * 1024 * 1024,
})

/** Checks in the sandbox that a file is what its use takes: neither its name nor its first bytes are believed alone. */
export async function examineFile(given: Given, member: string): Promise<Examined | Unusable> {
  try {
    return await examineInSandbox(given, member)
  } catch (error) {
    return unusable(error)
  }
}

export async function examine({ source, name, use, reference }: Given): Promise<Examined | Unusable> {
  const advice = (heard: 'video' | 'audio') =>
    reference === undefined ? adviceForPage(heard) : adviceForFolder(heard, reference)
  const handle = await open(source, 'r')
  try {
    const { size } = await handle.stat()
    const readAt = readerOf(handle, size)
    const head = await readAt(0, 4096)
    const office = use === 'handout' ? (await openOffice(readAt, size).catch(() => undefined))?.kind : undefined
    const kind = recognise(name, use, { head, office })
    const isRecording = use === 'video' || use === 'audio'
    if ('wrong' in kind) {
      const isMeant = isRecording && RECORDINGS.test(name)
      return isMeant ? { wrong: `${kind.wrong}. ${advice(use).copy({ video: false, sound: false })}` } : kind
    }
    const { contentType } = kind
    const plain = { contentType, seconds: undefined, readerVersion: READER_VERSION, behind: undefined }
    if (use === 'picture') return (await pictureProblem(source, size, contentType)) ?? plain
    if (contentType.startsWith('image/')) return (await decodingProblem(source)) ?? plain
    const wrong = use === 'captions' ? await captionsProblem(source, size) : undefined
    if (wrong) return wrong
    if (!TIMED.test(contentType)) return { ...plain, ...(await readContents({ source, size, contentType, readAt })) }
    const heard = use === 'video' ? 'video' : 'audio'
    const examined = await examineRecording({ source, size, readAt, contentType, use: heard, advice: advice(heard) })
    return 'wrong' in examined ? examined : { ...plain, ...examined }
  } finally {
    await handle.close()
  }
}

export function readerOf(handle: FileHandle, size: number): ReadAt {
  return async (offset, length) => {
    const piece = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
    const { bytesRead } = await handle.read(piece, 0, piece.length, offset)
    return piece.subarray(0, bytesRead)
  }
}

/** What is wrong with a picture before anybody draws it. */
async function pictureProblem(source: string, size: number, contentType: string): Promise<Unusable | undefined> {
  if (size > LARGEST_PICTURE)
    return {
      wrong: `has ${Math.ceil(size / 1e6)} MB: save it smaller, at most ${LARGEST_PICTURE / 1e6} MB are taken for a picture`,
    }
  const active = contentType === 'image/svg+xml' ? activePart(await readFile(source, 'utf8')) : undefined
  return active === undefined ? shapeProblem(source) : { wrong: active }
}

async function captionsProblem(source: string, size: number): Promise<Unusable | undefined> {
  if (size > LARGEST_CAPTIONS) return { wrong: 'must be captions of at most 1 MB' }
  const found = decoded(await readFile(source))
  const mistakes =
    'text' in found
      ? captionMistakes(found.text)
      : [{ message: found.wrong, ...(found.line !== undefined && { line: found.line }) }]
  return mistakes.length > 0 ? { wrong: 'has mistakes', mistakes } : undefined
}
