import type { Executor, Transaction } from '#db/open-database.ts'
import { POLICY_NAMES } from './policies.rules.ts'
import { getCustomPolicyText } from './policies.service.ts'
import { listSiteOriginals } from './site-images.queries.ts'
import { findSiteBeforeStudio, findSettings, setSiteBeforeStudio } from './site.queries.ts'
import { SiteSettings } from './site-settings.service.ts'

/** Reads the site's current state in the format of a folder: settings by key, pictures, and policies. */
export async function readCurrentSite(db: Executor): Promise<Record<string, unknown>> {
  const originals = await listSiteOriginals(db)
  const called = (wanted: string) =>
    originals
      .filter(({ place }) => place === wanted)
      // Compares only content, because an export renames the second of two pictures with the same name.
      .map(({ position, sha256 }) => `${position + 1}. picture ${sha256.slice(0, 8)}`)
  const policies: Record<string, string> = {}
  for (const policy of POLICY_NAMES) policies[getPolicyFileName(policy)] = (await getCustomPolicyText(db, policy)) ?? ''
  return {
    ...SiteSettings.parse((await findSettings(db)) ?? {}),
    'logo image': called('logo'),
    "founder's portrait": called('portrait'),
    'book covers': called('book'),
    "home page's picture": called('hero'),
    'favicon image': called('favicon'),
    ...policies,
  }
}

const getPolicyFileName = (policy: string) => `${policy}.md`

/**
 * Call this when the studio changes the site. The first time since an import, it stores the earlier state, with which
 * the next import is compared.
 */
export async function saveSiteBeforeStudio(tx: Transaction, standing: object): Promise<void> {
  if ((await findSiteBeforeStudio(tx)) === undefined) await setSiteBeforeStudio(tx, standing)
}

/**
 * Call this after an import. If the imported folder had no settings, the stored state of the settings is kept, and only
 * the policies in the folder are updated. The next import is compared with that state.
 */
export async function recordSiteImport(
  tx: Transaction,
  { isWhole, policies }: { isWhole: boolean; policies: Readonly<Record<string, string>> },
): Promise<void> {
  const before = await findSiteBeforeStudio(tx)
  if (before === undefined) return
  const said = Object.fromEntries(Object.entries(policies).map(([policy, text]) => [getPolicyFileName(policy), text]))
  await setSiteBeforeStudio(tx, isWhole ? null : { ...before, ...said })
}
