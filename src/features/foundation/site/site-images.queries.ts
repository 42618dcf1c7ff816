import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { files } from '#db/tables/files.ts'
import { siteImages } from '#db/tables/site.ts'

export type SiteImageRow = typeof siteImages.$inferInsert
type SitePlace = SiteImageRow['place']

const columns = {
  place: siteImages.place,
  position: siteImages.position,
  form: siteImages.form,
  width: siteImages.width,
  height: siteImages.height,
  fileId: files.id,
  name: files.name,
  sha256: files.sha256,
  bytes: files.bytes,
  contentType: files.contentType,
}

export function listSiteImages(db: Executor, places: SitePlace[]) {
  return db
    .select(columns)
    .from(siteImages)
    .innerJoin(files, eq(files.id, siteImages.fileId))
    .where(and(inArray(siteImages.place, places), ne(siteImages.form, 'original'), eq(files.isPublic, true)))
    .orderBy(asc(siteImages.place), asc(siteImages.position), asc(siteImages.form), asc(siteImages.width))
}

/** Lists the original files, for exports. */
export function listSiteOriginals(db: Executor) {
  return db
    .select(columns)
    .from(siteImages)
    .innerJoin(files, eq(files.id, siteImages.fileId))
    .where(eq(siteImages.form, 'original'))
    .orderBy(asc(siteImages.place), asc(siteImages.position))
}

export async function replaceSiteImages(tx: Executor, images: SiteImageRow[]): Promise<void> {
  await tx.delete(siteImages)
  if (images.length > 0) await tx.insert(siteImages).values(images)
}

export function listSiteImageRows(tx: Executor): Promise<SiteImageRow[]> {
  return tx.select().from(siteImages)
}

/** Lists the files with these IDs. IDs without a file are omitted. */
export function listFilesByIds(db: Executor, ids: readonly string[]) {
  const { id, name, sha256, bytes, contentType, seconds } = files
  return db
    .select({ id, name, sha256, bytes, contentType, seconds })
    .from(files)
    .where(inArray(id, [...ids]))
}
