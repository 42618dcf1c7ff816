import { convertMovie, moveIndexToFront, type RecordingRewrite } from './recordings.service.ts'

/** How a stored file differs from the given one. */
export type Rewrite =
  | RecordingRewrite
  /** The file is replaced by this text, such as captions converted to WebVTT. */
  | { kind: 'text'; text: string }

/** The bytes to store for a given file. The same file always results in the same bytes. */
export function readRewritten(source: string, rewrite: Rewrite): AsyncIterable<Uint8Array> {
  switch (rewrite.kind) {
    case 'index':
      return moveIndexToFront(source, rewrite.behind)
    case 'movie':
      return convertMovie(source)
    case 'text':
      return toChunks(rewrite.text)
  }
}

async function* toChunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
