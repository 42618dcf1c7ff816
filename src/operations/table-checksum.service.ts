import { createHash } from 'node:crypto'

/** A row count and the sum of row digests: the same for the same rows in any order. */
export type TableChecksum = { rows: number; sum: string }

export function createChecksum(): { add(lines: string[]): void; value(): TableChecksum } {
  let rows = 0
  let sum = 0n
  return {
    add(lines) {
      rows += lines.length
      for (const line of lines)
        sum = BigInt.asUintN(64, sum + createHash('sha256').update(line).digest().readBigUInt64BE())
    },
    value: () => ({ rows, sum: sum.toString(16).padStart(16, '0') }),
  }
}

export async function computeChecksum(batches: AsyncIterable<string[]>): Promise<TableChecksum> {
  const { add, value } = createChecksum()
  for await (const lines of batches) add(lines)
  return value()
}
