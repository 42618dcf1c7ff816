import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { lockSettings, saveSettings } from './site.queries.ts'
import { SiteSettings } from './site-settings.service.ts'
import { readCurrentSite, saveSiteBeforeStudio } from './stored-site.service.ts'

/** Sets whether sales tax is added to prices, as `automatic_tax` in `site.yaml` does. */
export async function saveTaxSetting(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { isTaxAdded, by }: { isTaxAdded: boolean; by: Staff },
): Promise<void> {
  if (!hasPermission(by, 'change service settings')) throw permissionDeniedError(by, 'change service settings')
  await db.transaction(async (tx) => {
    const settings = SiteSettings.parse((await lockSettings(tx))?.settings ?? {})
    if (settings.automatic_tax === isTaxAdded) return
    const standing = await readCurrentSite(tx)
    const at = now()
    const changed = { ...settings, automatic_tax: isTaxAdded }
    await saveSettings(tx, changed, at)
    await saveSiteBeforeStudio(tx, standing)
    const before = { automatic_tax: settings.automatic_tax }
    await recordEvent(tx, { at, kind: 'site.saved', by, before, after: { automatic_tax: isTaxAdded } })
  })
}
