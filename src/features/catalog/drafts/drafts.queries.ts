import { and, asc, desc, eq, inArray, lte, max, ne, sql, getTableColumns } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { draftFiles, drafts, productVersions, versionFiles } from '#db/tables/drafts.ts'
import { files } from '#db/tables/files.ts'
import type { Kind } from '#shared/kinds.ts'

export type DraftRow = typeof drafts.$inferSelect

export async function findProductById(db: Executor, id: string) {
  const [product] = await db.select().from(products).where(eq(products.id, id))
  return product
}

export async function findDraft(db: Executor, productId: string): Promise<DraftRow | undefined> {
  const [draft] = await db.select().from(drafts).where(eq(drafts.productId, productId))
  return draft
}

/** Locks the draft until the transaction ends. */
export async function lockDraft(tx: Executor, productId: string): Promise<DraftRow | undefined> {
  const [draft] = await tx.select().from(drafts).where(eq(drafts.productId, productId)).for('update')
  return draft
}

/** Inserts a draft. Does nothing if another draft was started at the same time. */
export async function insertDraft(tx: Executor, draft: typeof drafts.$inferInsert): Promise<void> {
  await tx.insert(drafts).values(draft).onConflictDoNothing()
}

export async function updateDraft(
  tx: Executor,
  productId: string,
  draft: Partial<Omit<DraftRow, 'productId' | 'kind'>>,
): Promise<void> {
  await tx.update(drafts).set(draft).where(eq(drafts.productId, productId))
}

export async function deleteDraft(tx: Executor, productId: string): Promise<void> {
  await tx.delete(drafts).where(eq(drafts.productId, productId))
}

export async function replaceDraftFiles(tx: Executor, draftId: string, fileIds: readonly string[]): Promise<void> {
  await tx.delete(draftFiles).where(eq(draftFiles.draftId, draftId))
  if (fileIds.length > 0) await tx.insert(draftFiles).values(fileIds.map((fileId) => ({ draftId, fileId })))
}

const { transcript: _transcript, ...fileColumns } = getTableColumns(files)

export type FileRow = Omit<typeof files.$inferSelect, 'transcript'>

/** Finds the files with these IDs. Files that don't exist are omitted. */
export async function findFilesByIds(db: Executor, ids: readonly string[]): Promise<FileRow[]> {
  return ids.length === 0
    ? []
    : db
        .select(fileColumns)
        .from(files)
        .where(inArray(files.id, [...ids]))
}

/** Returns the first position after all products of this kind. */
export async function getNextPosition(db: Executor, kind: Kind): Promise<number> {
  const [row] = await db
    .select({ last: max(products.position) })
    .from(products)
    .where(eq(products.kind, kind))
  return (row?.last ?? 0) + 1
}

export function listPositions(tx: Executor, kind: Kind) {
  return tx
    .select({ id: products.id, slug: products.slug, title: products.title, position: products.position })
    .from(products)
    .where(eq(products.kind, kind))
    .orderBy(asc(products.position), asc(products.slug))
}

/** Changes only the position. This doesn't count as a change to the product, so editors get no message about it. */
export async function setPosition(tx: Executor, id: string, position: number): Promise<void> {
  await tx.update(products).set({ position }).where(eq(products.id, id))
}

export function countDrafts(db: Executor): Promise<number> {
  return db.$count(drafts)
}

/** Loads the studio's catalog in a single statement: current and former products, and drafts of new ones. */
export async function listCatalog(db: Executor) {
  const { rows } = await db.execute<{
    id: string
    kind: Kind
    name: string
    address: string | null
    priceCents: number | null
    isPublished: boolean
    hasDraft: boolean
    changedAt: string
  }>(sql`
    select coalesce(p.id, d.product_id) as "id", coalesce(p.kind, d.kind) as "kind",
      coalesce(p.title, d.plan ->> 'name', '') as "name", p.slug as "address", p.price_cents as "priceCents",
      p.published_at is not null as "isPublished", d.product_id is not null as "hasDraft",
      coalesce(d.updated_at, p.updated_at) as "changedAt"
    from ${products} p full join ${drafts} d on d.product_id = p.id
    order by p.position nulls last, p.slug, d.created_at`)
  return rows.map((row) => ({ ...row, changedAt: new Date(row.changedAt) }))
}

type VersionRow = typeof productVersions.$inferSelect

/** Inserts a version, and returns its number. */
export async function insertVersion(
  tx: Executor,
  version: Omit<VersionRow, 'number'>,
  fileIds: readonly string[],
): Promise<number> {
  const { productId } = version
  const [last] = await tx
    .select({ number: max(productVersions.number) })
    .from(productVersions)
    .where(eq(productVersions.productId, productId))
  const number = (last?.number ?? 0) + 1
  await tx.insert(productVersions).values({ ...version, number })
  if (fileIds.length > 0) await tx.insert(versionFiles).values(fileIds.map((fileId) => ({ productId, number, fileId })))
  return number
}

/**
 * Deletes old versions. Keeps the last version that was imported from a folder, because the next import is compared
 * with it.
 */
export async function deleteVersionsUpTo(tx: Executor, productId: string, number: number): Promise<void> {
  const imported = await findLatestVersion(tx, productId, 'folder')
  const isOld = and(eq(productVersions.productId, productId), lte(productVersions.number, number))
  await tx.delete(productVersions).where(and(isOld, imported && ne(productVersions.number, imported.number)))
}

/** Lists versions without their plans, newest first. */
export function listVersions(db: Executor, productId: string) {
  const { number, origin, publishedAt } = productVersions
  return db
    .select({ number, origin, publishedAt })
    .from(productVersions)
    .where(eq(productVersions.productId, productId))
    .orderBy(desc(number))
}

export async function findVersion(db: Executor, productId: string, number: number): Promise<VersionRow | undefined> {
  const isIt = and(eq(productVersions.productId, productId), eq(productVersions.number, number))
  const [version] = await db.select().from(productVersions).where(isIt)
  return version
}

/** Returns the newest version, or the newest one with this origin. */
export async function findLatestVersion(
  db: Executor,
  productId: string,
  origin?: 'folder',
): Promise<VersionRow | undefined> {
  const isFrom = origin && eq(productVersions.origin, origin)
  const [version] = await db
    .select()
    .from(productVersions)
    .where(and(eq(productVersions.productId, productId), isFrom))
    .orderBy(desc(productVersions.number))
    .limit(1)
  return version
}

export async function findOldestVersion(db: Executor, productId: string): Promise<VersionRow | undefined> {
  const [version] = await db
    .select()
    .from(productVersions)
    .where(eq(productVersions.productId, productId))
    .orderBy(asc(productVersions.number))
    .limit(1)
  return version
}
