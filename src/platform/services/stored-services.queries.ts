import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { type ServiceKind, serviceSettings } from '#db/tables/service-settings.ts'

export type ServiceRow = typeof serviceSettings.$inferSelect

/** Lists the rows in use and those that were replaced since a given time, newest first. */
export function listServiceRows(db: Executor, replacedSince: Date): Promise<ServiceRow[]> {
  return db
    .select()
    .from(serviceSettings)
    .where(or(isNull(serviceSettings.replacedAt), gt(serviceSettings.replacedAt, replacedSince)))
    .orderBy(desc(serviceSettings.savedAt), desc(serviceSettings.id))
}

export async function findServiceRow(db: Executor, id: string): Promise<ServiceRow | undefined> {
  const [row] = await db.select().from(serviceSettings).where(eq(serviceSettings.id, id))
  return row
}

/**
 * Waits until no other transaction is saving settings, and makes others wait until this one ends. Returns the ID of the
 * row in use, if any.
 */
export async function lockServiceSettings(tx: Transaction, kind: ServiceKind): Promise<string | undefined> {
  await tx.execute(sql`lock table ${serviceSettings} in share row exclusive mode`)
  const [row] = await tx
    .select({ id: serviceSettings.id })
    .from(serviceSettings)
    .where(and(eq(serviceSettings.kind, kind), isNull(serviceSettings.replacedAt)))
  return row?.id
}

export async function deleteServiceRows(db: Executor, replacedBefore: Date): Promise<void> {
  await db.delete(serviceSettings).where(lt(serviceSettings.replacedAt, replacedBefore))
}

/** Inserts a row that replaces the one in use. */
export async function replaceServiceRow(
  tx: Transaction,
  row: Omit<typeof serviceSettings.$inferInsert, 'replacedAt'> & { kind: ServiceKind },
): Promise<void> {
  await tx
    .update(serviceSettings)
    .set({ replacedAt: row.savedAt })
    .where(and(eq(serviceSettings.kind, row.kind), isNull(serviceSettings.replacedAt)))
  await tx.insert(serviceSettings).values(row)
}

/**
 * Allows all rows of a kind to be used on this host, including replaced ones. Returns false if that was already allowed.
 */
export async function confirmServiceRows(tx: Transaction, kind: ServiceKind, host: string): Promise<boolean> {
  const isElsewhere = sql`${serviceSettings.confirmedHost} is distinct from ${host}`
  const confirmed = await tx
    .update(serviceSettings)
    .set({ confirmedHost: host })
    .where(and(eq(serviceSettings.kind, kind), isElsewhere))
    .returning({ id: serviceSettings.id })
  return confirmed.length > 0
}

/** Run after a restore, so that no settings are used until an owner confirms them. */
export async function clearServiceConfirmations(tx: Transaction): Promise<void> {
  await tx.update(serviceSettings).set({ confirmedHost: null })
}
