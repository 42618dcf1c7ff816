import type { FileHandle } from 'node:fs/promises'
import type { ReadAt } from './mp4-order.rules.ts'

export function createReader(handle: FileHandle, size: number): ReadAt {
  return async (offset, length) => {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset)
    return buffer.subarray(0, bytesRead)
  }
}
