import { sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { siteSettings } from '#db/tables/site.ts'

/** The settings as stored, not parsed. Undefined until the operator has changed any. */
export async function findSettings(db: Executor): Promise<unknown> {
  const [row] = await db.select({ settings: siteSettings.settings }).from(siteSettings)
  return row?.settings
}

/** Locks the settings until the transaction ends. Undefined if there are none. */
export async function lockSettings(tx: Executor) {
  await tx.execute(sql`lock table ${siteSettings} in share row exclusive mode`)
  return findSavedSettings(tx)
}

/** The settings as stored, with the time of the last change. */
export async function findSavedSettings(db: Executor) {
  const [row] = await db
    .select({ settings: siteSettings.settings, updatedAt: siteSettings.updatedAt })
    .from(siteSettings)
  return row
}

/** The settings before the studio's first change since the last import; undefined if there was none. */
export async function findSiteBeforeStudio(db: Executor): Promise<object | undefined> {
  const [row] = await db.select({ beforeStudio: siteSettings.beforeStudio }).from(siteSettings)
  return (row?.beforeStudio as object | null | undefined) ?? undefined
}

export async function setSiteBeforeStudio(tx: Executor, standing: object | null): Promise<void> {
  await tx.update(siteSettings).set({ beforeStudio: standing })
}

export async function saveSettings(tx: Executor, settings: object, now: Date): Promise<void> {
  await tx
    .insert(siteSettings)
    .values({ id: 1, settings, updatedAt: now })
    .onConflictDoUpdate({ target: siteSettings.id, set: { settings, updatedAt: now } })
}
