import type { Files } from './files.ts'
import type { FilesPlace } from './files-place.ts'
import { folderFiles } from './folder-files.ts'
import type { StorageKeys } from './presigned-address.ts'

/** Object storage brings a large library along, which is loaded only where it is used. */
export async function openFiles(place: FilesPlace, keys: StorageKeys | undefined): Promise<Files> {
  if (place.kind === 'folder') return folderFiles(place.folder)
  const { s3Files } = await import('./s3-files.ts')
  return s3Files(place, keys)
}
