import { statfs } from 'node:fs/promises'

/**
 * With less free space than this, nothing more is stored: the rest is for the database's unavoidable writes and
 * cleanup.
 */
export const MIN_FREE_BYTES = 200e6

export async function getFreeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** False while this folder's disk is almost full. A disk that can't be checked counts as free. */
export async function hasFreeSpace(folder: string): Promise<boolean> {
  return (await getFreeDiskBytes(folder).catch(() => Infinity)) >= MIN_FREE_BYTES
}
