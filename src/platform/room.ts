import { statfs } from 'node:fs/promises'

/** Below it nothing more is stored: the rest is for what the database must write in any case, and for whoever makes room. */
export const LEAST_FREE_BYTES = 200e6

/** What we may still write to the disk of this folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** False while the disk of this folder is almost full. One that can't be looked at is tried. */
export async function hasRoom(folder: string): Promise<boolean> {
  return (await freeBytes(folder).catch(() => Infinity)) >= LEAST_FREE_BYTES
}
