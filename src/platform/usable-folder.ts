import { access, constants } from 'node:fs/promises'
import path from 'node:path'

/** Checks that a folder is writable or can be created. Returns the nearest existing folder. */
export async function findUsableFolder(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
  if (!isThere && path.dirname(folder) !== folder) return findUsableFolder(path.dirname(folder))
  // This throws if the path is a file.
  await access(path.join(folder, '.'), constants.R_OK | constants.W_OK | constants.X_OK)
  return folder
}
