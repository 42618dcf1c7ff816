import type { Executor, Transaction } from '#db/open-database.ts'
import { POLICY_NAMES } from './policies.rules.ts'
import { getCustomPolicyText } from './policies.service.ts'
import { listSiteOriginals } from './site-images.queries.ts'
import { findSiteBeforeStudio, findSettings, setSiteBeforeStudio } from './site.queries.ts'
import { SiteSettings } from './site-settings.service.ts'

/** Everything that a folder says of the site, as it stands: its settings by their keys, its pictures and its own policies. */
export async function readCurrentSite(db: Executor): Promise<Record<string, unknown>> {
  const originals = await listSiteOriginals(db)
  const called = (wanted: string) =>
    originals
      .filter(({ place }) => place === wanted)
      // By what is in it alone: of two pictures of one name an export calls the second otherwise.
      .map(({ position, sha256 }) => `${position + 1}. picture ${sha256.slice(0, 8)}`)
  const policies: Record<string, string> = {}
  for (const policy of POLICY_NAMES) policies[getPolicyFileName(policy)] = (await getCustomPolicyText(db, policy)) ?? ''
  return {
    ...SiteSettings.parse((await findSettings(db)) ?? {}),
    'picture of the logo': called('logo'),
    'portrait of the founder': called('portrait'),
    'covers of books': called('book'),
    ...policies,
  }
}

const getPolicyFileName = (policy: string) => `${policy}.md`

/** After the studio has changed the site for the first time since an import: the next one is held against what stood before. */
export async function saveSiteBeforeStudio(tx: Transaction, standing: object): Promise<void> {
  if ((await findSiteBeforeStudio(tx)) === undefined) await setSiteBeforeStudio(tx, standing)
}

/** After an import. One without settings says nothing of them; of the policies that it has, what it says is what the next is held against. */
export async function recordSiteImport(
  tx: Transaction,
  { isWhole, policies }: { isWhole: boolean; policies: Readonly<Record<string, string>> },
): Promise<void> {
  const before = await findSiteBeforeStudio(tx)
  if (before === undefined) return
  const said = Object.fromEntries(Object.entries(policies).map(([policy, text]) => [getPolicyFileName(policy), text]))
  await setSiteBeforeStudio(tx, isWhole ? null : { ...before, ...said })
}
