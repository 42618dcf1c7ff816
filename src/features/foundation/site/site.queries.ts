import { sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { siteSettings } from '#db/tables/site.ts'

/**
 * Finds the stored settings without parsing them, including the confirmation of the home page. Returns undefined if the
 * operator has not changed any setting yet.
 */
export async function findSettings(db: Executor): Promise<unknown> {
  return (await findSavedSettings(db))?.settings
}

/**
 * Prevents other changes of the settings until the transaction ends. Returns the settings, or undefined if there are
 * none.
 */
export async function lockSettings(tx: Executor) {
  await tx.execute(sql`lock table ${siteSettings} in share row exclusive mode`)
  return findSavedSettings(tx)
}

/** Returns the settings as stored, with the time of the last change. */
async function findSavedSettings(db: Executor) {
  const { settings, isHomeConfirmed, updatedAt } = siteSettings
  const [row] = await db.select({ settings, isHomeConfirmed, updatedAt }).from(siteSettings)
  if (!row?.isHomeConfirmed) return row
  return { ...row, settings: { ...(row.settings as object), home_confirmed: true } }
}

/**
 * Returns the settings before the first change in the studio since the last import. Returns undefined if nothing was
 * changed in the studio since.
 */
export async function findSiteBeforeStudio(db: Executor): Promise<object | undefined> {
  const [row] = await db.select({ beforeStudio: siteSettings.beforeStudio }).from(siteSettings)
  return (row?.beforeStudio as object | null | undefined) ?? undefined
}

export async function setSiteBeforeStudio(tx: Executor, standing: object | null): Promise<void> {
  await tx.update(siteSettings).set({ beforeStudio: standing })
}

/** Saves the settings. The confirmation of the home page is stored in its own column, so that no import can undo it. */
export async function saveSettings(
  tx: Executor,
  { home_confirmed: isConfirmed = false, ...settings }: { home_confirmed?: boolean | undefined },
  now: Date,
): Promise<void> {
  await tx
    .insert(siteSettings)
    .values({ id: 1, settings, isHomeConfirmed: isConfirmed, updatedAt: now })
    .onConflictDoUpdate({
      target: siteSettings.id,
      set: { settings, isHomeConfirmed: sql`${siteSettings.isHomeConfirmed} or ${isConfirmed}`, updatedAt: now },
    })
}
