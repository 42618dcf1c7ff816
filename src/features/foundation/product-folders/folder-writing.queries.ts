import { asc, eq, inArray } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { productImages, products } from '#db/tables/catalog.ts'
import { handouts } from '#db/tables/handouts.ts'
import { files } from '#db/tables/files.ts'

/** Runs all reads on a single snapshot, no matter how long they take. */
export function withSnapshot<T>(db: Executor, read: (tx: Executor) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

export function listAllProducts(db: Executor) {
  return db.select().from(products).orderBy(asc(products.slug))
}
export type StoredProduct = Awaited<ReturnType<typeof listAllProducts>>[number]

export function listCoverFiles(db: Executor, productId: string) {
  return db
    .select({ format: productImages.format, width: productImages.width, sha256: files.sha256, fileId: files.id })
    .from(productImages)
    .innerJoin(files, eq(files.id, productImages.fileId))
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.format), asc(productImages.width))
}

/** Lists product IDs with the SHA-256 hashes of their files. */
export function listProductContents(db: Executor) {
  return db
    .selectDistinct({ productId: handouts.productId, sha256: files.sha256 })
    .from(handouts)
    .innerJoin(files, eq(files.id, handouts.fileId))
}

export async function findStoredFiles(db: Executor, ids: readonly string[]) {
  const rows = await db
    .select({ id: files.id, sha256: files.sha256, name: files.name })
    .from(files)
    .where(inArray(files.id, [...ids]))
  return new Map(rows.map(({ id, ...file }) => [id, file]))
}
