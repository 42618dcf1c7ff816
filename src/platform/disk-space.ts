import { statfs } from 'node:fs/promises'

/**
 * If less space than this is free, nothing more is stored. The rest is for cleanup, and for what the database must
 * write.
 */
export const MIN_FREE_BYTES = 200e6

export async function getFreeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Whether the disk of this folder has enough free space. A disk that can't be checked counts as free. */
export async function hasFreeSpace(folder: string): Promise<boolean> {
  return (await getFreeDiskBytes(folder).catch(() => Infinity)) >= MIN_FREE_BYTES
}
