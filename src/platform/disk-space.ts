import { statfs } from 'node:fs/promises'

/** Below it nothing more is stored: the rest is for what the database must write in any case, and for whoever makes room. */
export const MIN_FREE_BYTES = 200e6

/** What we may still write to the disk of this folder. */
export async function getFreeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** False while the disk of this folder is almost full. One that can't be looked at is tried. */
export async function hasFreeSpace(folder: string): Promise<boolean> {
  return (await getFreeDiskBytes(folder).catch(() => Infinity)) >= MIN_FREE_BYTES
}
