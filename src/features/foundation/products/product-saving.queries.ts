import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { LOCKS } from '#db/locks.ts'
import type { Executor } from '#db/open-database.ts'
import { productAddresses, productImages, products } from '#db/tables/catalog.ts'
import { podcasts } from '#db/tables/handouts.ts'
import { files } from '#db/tables/files.ts'
import type { ProductAddress } from './addresses.rules.ts'
import { hasAddress } from './products.queries.ts'

type InsertRow<Table extends { $inferInsert: object }> = Table['$inferInsert']

/**
 * Makes saves wait for each other, no matter how long they take. Otherwise, a save could remove what a concurrent save
 * just added.
 */
export async function lockSaving(tx: Executor): Promise<void> {
  await tx.execute(sql`set local lock_timeout = 0`)
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.saving})`)
}

/** Finds the product for each slug. Unknown slugs are omitted. */
export async function findProductsByAddress(
  db: Executor,
  addresses: readonly string[],
): Promise<Map<string, ProductAddress>> {
  const rows = await db
    .select({ address: productAddresses.slug, id: products.id, kind: products.kind, slug: products.slug })
    .from(productAddresses)
    .innerJoin(products, eq(products.id, productAddresses.productId))
    .where(inArray(productAddresses.slug, [...addresses]))
  return new Map(rows.map(({ address, ...product }) => [address, product]))
}

/** Lists the former slugs of this product alphabetically. */
export async function listEarlierAddresses(db: Executor, productId: string): Promise<string[]> {
  const rows = await db
    .select({ slug: productAddresses.slug })
    .from(productAddresses)
    .innerJoin(products, eq(products.id, productAddresses.productId))
    .where(and(eq(products.id, productId), ne(productAddresses.slug, products.slug)))
    .orderBy(asc(productAddresses.slug))
  return rows.map(({ slug }) => slug)
}

/** Adds slugs to the product. Slugs that are already in use remain unchanged. */
export async function addAddresses(tx: Executor, productId: string, slugs: readonly string[]): Promise<void> {
  if (slugs.length === 0) return
  await tx
    .insert(productAddresses)
    .values(slugs.map((slug) => ({ slug, productId })))
    .onConflictDoNothing()
}

export async function findProductRow(db: Executor, slug: string) {
  const [row] = await db.select().from(products).where(hasAddress(slug))
  return row
}

export async function findPriceCents(db: Executor, id: string): Promise<number | undefined> {
  const [row] = await db.select({ priceCents: products.priceCents }).from(products).where(eq(products.id, id))
  return row?.priceCents
}

/** Sets whether a podcast is for sale. Does nothing to products of other kinds. */
export async function setPodcastForSale(tx: Executor, productId: string, isForSale: boolean): Promise<void> {
  await tx.update(podcasts).set({ isForSale }).where(eq(podcasts.productId, productId))
}

export async function saveFile(tx: Executor, file: InsertRow<typeof files>): Promise<string> {
  const [saved] = await tx
    .insert(files)
    .values(file)
    .onConflictDoUpdate({
      target: [files.sha256, files.name, files.isPublic],
      set: {
        contentType: file.contentType,
        bytes: file.bytes,
        seconds: file.seconds ?? null,
        pages: file.pages ?? null,
        words: file.words ?? null,
        ...(file.readerVersion !== undefined && {
          transcript: file.transcript,
          warnings: file.warnings,
          readerVersion: file.readerVersion,
        }),
      },
    })
    .returning({ id: files.id })
  if (!saved) throw new Error(`The file ${file.name} was not saved.`)
  return saved.id
}

/**
 * Updates the row with this ID, or inserts a new one, and returns its ID. An existing row keeps its kind. As long as it
 * is published, it also keeps its publication date.
 */
export async function saveProductRow(
  tx: Executor,
  {
    id,
    isPublished,
    ...product
  }: Omit<InsertRow<typeof products>, 'publishedAt' | 'updatedAt'> & { isPublished: boolean },
  now: Date,
): Promise<string> {
  if (id !== undefined) {
    const { kind: _kind, ...changing } = product
    const publishedAt = isPublished ? sql`coalesce(${products.publishedAt}, ${now})` : null
    const known = await tx
      .update(products)
      .set({ ...changing, publishedAt, updatedAt: now })
      .where(eq(products.id, id))
      .returning({ id: products.id })
    if (known.length > 0) return id
  }
  const [saved] = await tx
    .insert(products)
    .values({ ...product, id, publishedAt: isPublished ? now : null, updatedAt: now })
    .returning({ id: products.id })
  if (!saved) throw new Error(`The product ${product.slug} was not saved.`)
  return saved.id
}

/** Updates when the product went on sale, whether staff chose that, and whether an owner must still set its price. */
export async function setSale(
  tx: Executor,
  id: string,
  sale: Partial<Pick<typeof products.$inferSelect, 'publishedAt' | 'saleChosen' | 'isPricePending'>>,
): Promise<void> {
  await tx.update(products).set(sale).where(eq(products.id, id))
}

export async function replaceCover(
  tx: Executor,
  productId: string,
  images: Omit<InsertRow<typeof productImages>, 'productId'>[],
): Promise<void> {
  await tx.delete(productImages).where(eq(productImages.productId, productId))
  if (images.length > 0) await tx.insert(productImages).values(images.map((image) => ({ ...image, productId })))
}
