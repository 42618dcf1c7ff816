import { statfs } from 'node:fs/promises'

/** Below it, what is left belongs to what the database must write in any case, and to whoever makes room. */
export const LEAST_FREE_BYTES = 200e6

/** False while the disk of this folder is almost full. One that can't be looked at is tried. */
export async function hasRoom(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk === undefined || disk.bavail * disk.bsize >= LEAST_FREE_BYTES
}
