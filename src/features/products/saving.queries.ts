import { eq, inArray, sql } from 'drizzle-orm'
import { LOCK } from '#db/locks.ts'
import type { Executor } from '#db/open.ts'
import { podcasts, productImages, products } from '#db/tables/catalogue.ts'
import { files } from '#db/tables/files.ts'
import type { Kind } from '#shared/kinds.ts'

type New<Table extends { $inferInsert: object }> = Table['$inferInsert']

/** Two who save at once wait for each other, however long one takes, so that neither retires what the other has just added. */
export async function lockSaving(tx: Executor): Promise<void> {
  await tx.execute(sql`set local lock_timeout = 0`)
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK.saving})`)
}

/** The kind of the product at each of these slugs; slugs without a product are left out. */
export async function kindsOfSlugs(db: Executor, slugs: readonly string[]): Promise<Map<string, Kind>> {
  const rows = await db
    .select({ slug: products.slug, kind: products.kind })
    .from(products)
    .where(inArray(products.slug, [...slugs]))
  return new Map(rows.map(({ slug, kind }) => [slug, kind]))
}

/** The row of a product as it is saved; undefined where there is none. */
export async function productAt(db: Executor, slug: string) {
  const [row] = await db.select().from(products).where(eq(products.slug, slug))
  return row
}

/** Whether a podcast is sold; does nothing to other kinds. */
export async function setPodcastForSale(tx: Executor, productId: string, isForSale: boolean): Promise<void> {
  await tx.update(podcasts).set({ isForSale }).where(eq(podcasts.productId, productId))
}

export async function saveFile(tx: Executor, file: New<typeof files>): Promise<string> {
  const [saved] = await tx
    .insert(files)
    .values(file)
    .onConflictDoUpdate({
      target: [files.sha256, files.name, files.isPublic],
      set: { contentType: file.contentType, bytes: file.bytes, seconds: file.seconds ?? null },
    })
    .returning({ id: files.id })
  if (!saved) throw new Error(`The file ${file.name} was not saved.`)
  return saved.id
}

/**
 * Inserts or updates the row with this slug. One that was there keeps its id, and its day of publication as long as it stays
 * published. Undefined when the slug belongs to a product of another kind.
 */
export async function saveProductRow(
  tx: Executor,
  { isPublished, ...product }: Omit<New<typeof products>, 'publishedAt' | 'updatedAt'> & { isPublished: boolean },
  now: Date,
): Promise<string | undefined> {
  const { slug: _slug, kind: _kind, ...changing } = product
  const [saved] = await tx
    .insert(products)
    .values({ ...product, publishedAt: isPublished ? now : null, updatedAt: now })
    .onConflictDoUpdate({
      target: products.slug,
      set: {
        ...changing,
        publishedAt: isPublished ? sql`coalesce(${products.publishedAt}, ${now})` : null,
        updatedAt: now,
      },
      setWhere: eq(products.kind, product.kind),
    })
    .returning({ id: products.id })
  return saved?.id
}

export async function replaceCover(
  tx: Executor,
  productId: string,
  images: Omit<New<typeof productImages>, 'productId'>[],
): Promise<void> {
  await tx.delete(productImages).where(eq(productImages.productId, productId))
  if (images.length > 0) await tx.insert(productImages).values(images.map((image) => ({ ...image, productId })))
}
