import { access, constants } from 'node:fs/promises'
import path from 'node:path'

/** A folder that may be used, or in which it may be made. Returns the one that is there. */
export async function findUsableFolder(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
  if (!isThere && path.dirname(folder) !== folder) return findUsableFolder(path.dirname(folder))
  // A file can't be written into.
  await access(path.join(folder, '.'), constants.R_OK | constants.W_OK | constants.X_OK)
  return folder
}
