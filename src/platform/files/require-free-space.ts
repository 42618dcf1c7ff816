import { AppError } from '#shared/app-error.ts'
import { MIN_FREE_BYTES } from '../disk-space.ts'
import type { Files } from './files.ts'

/**
 * Rejects a file that doesn't fit into the store. The reserve is for the database, which is usually on the same disk.
 * `advice` says what to do about the full disk.
 */
export async function requireFreeSpace(files: Pick<Files, 'free'>, bytes: number, advice: string): Promise<void> {
  const free = bytes === 0 ? undefined : await files.free()
  if (free === undefined || bytes + MIN_FREE_BYTES <= free) return
  const [needed, reserved, available] = [bytes, MIN_FREE_BYTES, free].map((many) => `${Math.ceil(many / 1e6)} MB`)
  throw new AppError(
    'unavailable',
    `The disk does not have enough space: ${needed} must be written, ${reserved} must stay free for the database, and ${available} is free now. ${advice}`,
  )
}
