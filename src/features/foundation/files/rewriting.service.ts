import { moveIndexToFront, type TrailingIndex } from './recordings.service.ts'

/** How a stored file differs from the given one. */
export type Rewrite =
  /** The index of an MP4 is moved to the front. */
  | { kind: 'index'; behind: TrailingIndex }
  /** The file is replaced by this text, such as captions converted to WebVTT. */
  | { kind: 'text'; text: string }

/** The bytes to store for a given file. The same file always results in the same bytes. */
export function readRewritten(source: string, rewrite: Rewrite): AsyncIterable<Uint8Array> {
  return rewrite.kind === 'index' ? moveIndexToFront(source, rewrite.behind) : toChunks(rewrite.text)
}

async function* toChunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
