import type { Executor, Transaction } from '#db/open.ts'
import { POLICY_NAMES } from './policies.rules.ts'
import { ownPolicyText } from './policies.service.ts'
import { siteOriginals } from './site-images.queries.ts'
import { findBeforeStudio, findSettings, setBeforeStudio } from './site.queries.ts'
import { SiteSettings } from './site.settings.ts'

/** Everything that a folder says of the site, as it stands: its settings by their keys, its pictures and its own policies. */
export async function standingSite(db: Executor): Promise<Record<string, unknown>> {
  const originals = await siteOriginals(db)
  const called = (wanted: string) =>
    originals
      .filter(({ place }) => place === wanted)
      // By what is in it alone: of two pictures of one name an export calls the second otherwise.
      .map(({ position, sha256 }) => `${position + 1}. picture ${sha256.slice(0, 8)}`)
  const policies: Record<string, string> = {}
  for (const policy of POLICY_NAMES) policies[policyFile(policy)] = (await ownPolicyText(db, policy)) ?? ''
  return {
    ...SiteSettings.parse((await findSettings(db)) ?? {}),
    'picture of the logo': called('logo'),
    'portrait of the founder': called('portrait'),
    'covers of books': called('book'),
    ...policies,
  }
}

const policyFile = (policy: string) => `${policy}.md`

/** After the studio has changed the site for the first time since an import: the next one is held against what stood before. */
export async function keepBeforeStudio(tx: Transaction, standing: object): Promise<void> {
  if ((await findBeforeStudio(tx)) === undefined) await setBeforeStudio(tx, standing)
}

/** After an import. One without settings says nothing of them; of the policies that it has, what it says is what the next is held against. */
export async function keepImported(
  tx: Transaction,
  { isWhole, policies }: { isWhole: boolean; policies: Readonly<Record<string, string>> },
): Promise<void> {
  const before = await findBeforeStudio(tx)
  if (before === undefined) return
  const said = Object.fromEntries(Object.entries(policies).map(([policy, text]) => [policyFile(policy), text]))
  await setBeforeStudio(tx, isWhole ? null : { ...before, ...said })
}
