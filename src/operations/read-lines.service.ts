import { MAX_PART_BYTES, MAX_ROW_BYTES } from './backup-format.rules.ts'

const LINE_END = 0x0a
const LINES_PER_BATCH = 1_000
const BYTES_PER_BATCH = 4_000_000

/** There are too many lines, a line is too long, or the last one is incomplete. */
export class InvalidLinesError extends Error {}

/** The lines of a table's entry, in batches. Memory holds only a few megabytes and one row, whatever the input. */
export async function* readLineBatches(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let lines: string[] = []
  let bytes = 0
  let begun: Buffer[] = []
  let begunBytes = 0
  let seen = 0
  for await (const chunk of chunks) {
    seen += chunk.byteLength
    let from = 0
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
      const line = Buffer.concat([...begun, chunk.subarray(from, end)])
      lines.push(line.toString())
      bytes += line.byteLength
      from = end + 1
      begun = []
      begunBytes = 0
      if (lines.length < LINES_PER_BATCH && bytes < BYTES_PER_BATCH) continue
      yield lines
      lines = []
      bytes = 0
    }
    begun.push(chunk.subarray(from))
    begunBytes += chunk.byteLength - from
    if (begunBytes > MAX_ROW_BYTES || seen > MAX_PART_BYTES) throw new InvalidLinesError()
  }
  if (begunBytes > 0) throw new InvalidLinesError()
  if (lines.length > 0) yield lines
}
