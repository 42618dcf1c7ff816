import type { Files } from './files.ts'
import type { FilesLocation } from './files-location.ts'
import { createFolderFiles } from './folder-files.ts'
import type { StorageKeys } from './presigned-url.ts'

/** Opens the store for files. Object storage needs a large library, which is loaded only in that case. */
export async function openFileStore(place: FilesLocation, keys: StorageKeys | undefined): Promise<Files> {
  if (place.kind === 'folder') return createFolderFiles(place.folder)
  const { createS3Files: s3Files } = await import('./s3-files.ts')
  return s3Files(place, keys)
}
