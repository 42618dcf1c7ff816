import type { Executor } from '#db/open.ts'
import { siteSettings } from '#db/tables/site.ts'

/** As stored: not yet parsed. Undefined until the operator has set anything. */
export async function findSettings(db: Executor): Promise<unknown> {
  const [row] = await db.select({ settings: siteSettings.settings }).from(siteSettings)
  return row?.settings
}

export async function saveSettings(tx: Executor, settings: object, now: Date): Promise<void> {
  await tx
    .insert(siteSettings)
    .values({ id: 1, settings, updatedAt: now })
    .onConflictDoUpdate({ target: siteSettings.id, set: { settings, updatedAt: now } })
}
