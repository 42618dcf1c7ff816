import { useEffect, useSyncExternalStore } from 'react'
import { ApiError, NoAnswerError } from '#web/client/api.ts'
import type { UploadedFile } from '../uploads.contract.ts'
import { sanitizeFileName, type UploadPurpose } from '../uploads.rules.ts'
import { type Mistake, UploadRefusedError, type Progress } from './progress.ts'

export type Task = {
  /** Identifies the field or list item that waits for the upload. */
  readonly key: string
  readonly file: File
  readonly use: UploadPurpose
  readonly progress: Progress | undefined
  /** What the member should know before a long upload. */
  readonly warnings: readonly string[]
  readonly failure: { words: string; mistakes: readonly Mistake[]; mayTryAgain: boolean } | undefined
}

type Entry = { task: Task; stop: AbortController; onDone: (file: UploadedFile) => void }

// These are kept outside React, so that uploads continue while the user looks at another lecture.
const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()
let all: readonly Task[] = []
let uploadingFileNames: readonly string[] = []

function changed(): void {
  all = [...entries.values()].map(({ task }) => task)
  const names = all.filter(({ progress }) => progress !== undefined).map(({ file }) => sanitizeFileName(file.name))
  if (names.join('/') !== uploadingFileNames.join('/')) uploadingFileNames = names
  if (names.length > 0) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
  for (const listener of listeners) listener()
}

/** Asks before the studio is closed, because that would abort all uploads. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function change(key: string, entry: Entry, change: Partial<Task>): void {
  if (entries.get(key) !== entry) return
  entry.task = { ...entry.task, ...change }
  changed()
}

/** Starts an upload, and cancels one that is running for the same field. */
export function startUpload(key: string, file: File, use: UploadPurpose, onDone: (file: UploadedFile) => void): void {
  stopUpload(key)
  const stop = new AbortController()
  const task: Task = { key, file, use, progress: { stage: 'waiting' }, warnings: [], failure: undefined }
  const entry: Entry = { task, stop, onDone }
  entries.set(key, entry)
  changed()
  void run(key, entry)
}

async function run(key: string, entry: Entry): Promise<void> {
  const { file, use } = entry.task
  try {
    const { sendFile } = await import('./send-file.ts')
    const reportProgress = (progress: Progress) => change(key, entry, { progress })
    const stored = await sendFile(file, {
      use,
      signal: entry.stop.signal,
      onProgress: reportProgress,
      onWarnings: (warnings) => change(key, entry, { warnings }),
    })
    if (entries.get(key) !== entry) return
    entries.delete(key)
    changed()
    entry.onDone(stored)
  } catch (error) {
    if (entry.stop.signal.aborted) return
    if (!(error instanceof UploadRefusedError)) console.error(error)
    change(key, entry, { progress: undefined, failure: toFailure(error) })
  }
}

function toFailure(error: unknown): NonNullable<Task['failure']> {
  if (error instanceof UploadRefusedError)
    return { words: error.message, mistakes: error.mistakes, mayTryAgain: error.mayTryAgain }
  const words =
    error instanceof ApiError
      ? error.message
      : error instanceof NoAnswerError
        ? 'The server didn’t respond. Try again in a moment.'
        : 'The file couldn’t be read. If you moved or changed it, choose it again.'
  return { words, mistakes: [], mayTryAgain: true }
}

export function retryUpload(key: string): void {
  const entry = entries.get(key)
  if (entry) startUpload(key, entry.task.file, entry.task.use, entry.onDone)
}

/** Cancels an upload, or closes the message of a failed one. */
export function stopUpload(key: string): void {
  const entry = entries.get(key)
  if (!entry) return
  entries.delete(key)
  entry.stop.abort(new DOMException('Canceled', 'AbortError'))
  changed()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const NONE: readonly Task[] = []

function useTasks(): readonly Task[] {
  return useSyncExternalStore(
    subscribe,
    () => all,
    () => NONE,
  )
}

/** Returns the current upload for this field. Calls `onDone`, as last passed, when the file is stored. */
export function useUpload(key: string, onDone: (file: UploadedFile) => void): Task | undefined {
  useEffect(() => {
    const entry = entries.get(key)
    if (entry) entry.onDone = onDone
  })
  return useTasks().find((task) => task.key === key)
}

/** Returns the file that was rejected in this field because of its content, and that the user can fix here. */
export function useRefusedFile(key: string): File | undefined {
  const task = useTasks().find((each) => each.key === key)
  return task?.failure && task.failure.mistakes.length > 0 ? task.file : undefined
}

/** Returns the uploads whose field keys start with this prefix, in the order in which they were selected. */
export function useUploadsWithPrefix(prefix: string): readonly Task[] {
  return useTasks().filter(({ key }) => key.startsWith(prefix))
}

/**
 * Returns the names of files that are still being uploaded. They would be missing if the product were published now.
 */
export function useUploadingFileNames(): readonly string[] {
  return useSyncExternalStore(
    subscribe,
    () => uploadingFileNames,
    () => NO_NAMES,
  )
}

const NO_NAMES: readonly string[] = []
