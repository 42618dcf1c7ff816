import type { Executor } from '#db/open-database.ts'
import { files } from '#db/tables/files.ts'

/** The digest and size of every file in the database, without duplicates. */
export function listKnownFiles(db: Executor): Promise<{ sha256: string; bytes: number }[]> {
  return db.selectDistinct({ sha256: files.sha256, bytes: files.bytes }).from(files).orderBy(files.sha256)
}
