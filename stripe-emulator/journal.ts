import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import path from 'node:path'

export type Journal<Entry> = {
  /** All entries so far, oldest first. */
  readonly entries: Entry[]
  /** Returns once the operating system has the entries: a kill -9 of this process loses nothing after that. */
  append(entries: Entry[]): void
  close(): void
}

/**
 * An append-only file of JSON lines. Related changes are on one line, so that a crash keeps all or none of them. If a
 * crash cut off the last line, it was never acknowledged and is removed.
 */
export function openJournal<Entry>(file: string): Journal<Entry> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  const wholeBytes = bytes.lastIndexOf(0x0a) + 1
  if (wholeBytes < bytes.length) truncateSync(file, wholeBytes)
  const lines = bytes.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1)
  const entries = lines.flatMap((line, index) => parseLine<Entry>(line, `${file}, line ${index + 1}`))
  const descriptor = openSync(file, 'a', 0o600)
  return {
    entries,
    append(added) {
      const line = Buffer.from(`${JSON.stringify(added)}\n`)
      for (let written = 0; written < line.length;) written += writeSync(descriptor, line, written)
    },
    close: () => closeSync(descriptor),
  }
}

function parseLine<Entry>(line: string, where: string): Entry[] {
  try {
    return JSON.parse(line) as Entry[]
  } catch (error) {
    throw new Error(`The stand-in's journal is damaged: ${where}. Move the file away to start afresh.`, {
      cause: error,
    })
  }
}
