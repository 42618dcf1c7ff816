import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Executor } from '#db/open-database.ts'
import { readRendered, saveRendered } from '#features/foundation/markdown/markdown.public.ts'
import { phoneAddress } from '#shared/phone-address.ts'
import { formatList } from '#shared/format-list.ts'
import { formatDay } from '#shared/dates.ts'
import { KIND_NAMES } from '#shared/kinds.ts'
import type { MarkdownText } from '#shared/markdown.ts'
import {
  countVersions,
  endCustomPolicy,
  findCustomPolicy,
  insertPolicy,
  updateCustomPolicyText,
} from './policies.queries.ts'
import {
  fillPlaceholders,
  DEFAULT_POLICIES,
  getDefaultVersion,
  getCustomVersion,
  escapeMarkdown,
  POLICY_NAMES,
  type PolicyName,
  type PolicyValues,
} from './policies.rules.ts'
import { readSite } from './site.service.ts'
import type { Site } from './site-settings.service.ts'

/** The built-in texts of both policies, with placeholders for the operator's values. */
const DEFAULT_TEXTS: Readonly<Record<PolicyName, string>> = {
  terms: readDefaultText('terms'),
  privacy: readDefaultText('privacy'),
}

function readDefaultText(policy: PolicyName): string {
  return readFileSync(path.join(import.meta.dirname, `${policy}.md`), 'utf8')
}

/** Reads a policy as its page shows it: the operator's own text or the built-in one, with values filled in. */
export async function readPolicy(db: Executor, policy: PolicyName) {
  const own = await findCustomPolicy(db, policy)
  const site = await readSite(db)
  const text = getCurrentText(policy, own, site)
  const { html, chapters } = (await readRendered(db, [text]))(text)
  return {
    version: own?.version ?? getDefaultVersion(policy, site.refundDays),
    effectiveOn: own?.effectiveOn ?? DEFAULT_POLICIES[policy].day,
    intro: html,
    sections: chapters,
  }
}

/** Returns the text that is stored for the current version, because no other text may be shown as that version. */
function getCurrentText(
  policy: PolicyName,
  own: Awaited<ReturnType<typeof findCustomPolicy>>,
  site: Site,
): MarkdownText {
  const text = own?.filledIn ?? fillPlaceholders(own?.markdown ?? DEFAULT_TEXTS[policy], getPolicyValues(site))
  return { text, style: 'chapters' }
}

/** Lists all Markdown that the site's pages show: both policies with values filled in, and the founder's story. */
export async function listSiteTexts(db: Executor): Promise<MarkdownText[]> {
  const site = await readSite(db)
  const texts: MarkdownText[] = [{ text: site.founder?.text ?? '', style: 'document' }]
  for (const policy of POLICY_NAMES) texts.push(getCurrentText(policy, await findCustomPolicy(db, policy), site))
  return texts
}

/**
 * Renders the site's texts. Call this after saving settings or a policy, because policies contain settings. If a text
 * can't be rendered now, a job or the request of its first reader renders it later.
 */
export async function renderSiteTexts(db: Executor): Promise<void> {
  await saveRendered(db, await listSiteTexts(db)).catch(() => {})
}

type RefundPolicy = {
  /** The refund period, if the current terms state it. Otherwise, no refund period may be shown next to a price. */
  days: number | null
  /** Whether the built-in terms apply. If so, their refund conditions may be shown, too. */
  isBuiltIn: boolean
}

export async function getRefundPolicy(db: Executor, { refundDays }: Pick<Site, 'refundDays'>): Promise<RefundPolicy> {
  const own = await getCustomPolicyText(db, 'terms')
  const isBuiltIn = own === undefined
  return { days: isBuiltIn || own.includes('{refund_days}') ? refundDays : null, isBuiltIn }
}

/**
 * Returns an operator's text (or the built-in one, if it is empty) as the page would show it, with the saved values.
 */
export async function getPreviewText(db: Executor, policy: PolicyName, markdown: string): Promise<string> {
  return fillPlaceholders(markdown.trim() || DEFAULT_TEXTS[policy], getPolicyValues(await readSite(db)))
}

/** Returns a policy's current version. The version of the terms is stored with each new account. */
export async function getPolicyVersion(db: Executor, policy: PolicyName): Promise<string> {
  const own = await findCustomPolicy(db, policy)
  return own?.version ?? getDefaultVersion(policy, (await readSite(db)).refundDays)
}

/** Returns the operator's text of a policy as written, or undefined if the built-in text applies. */
export async function getCustomPolicyText(db: Executor, policy: PolicyName): Promise<string | undefined> {
  return (await findCustomPolicy(db, policy))?.markdown
}

/**
 * Applies an operator's text, or removes it so that the built-in text applies. Creates a new version whenever the text
 * with filled-in values changes. A changed setting can change it, too, so call this also after settings change.
 */
export async function savePolicy(
  tx: Executor,
  policy: PolicyName,
  { markdown, now }: { markdown: string | undefined; now: Date },
): Promise<void> {
  const own = await findCustomPolicy(tx, policy)
  if (markdown === undefined) {
    if (own) await endCustomPolicy(tx, policy, now)
    return
  }
  const site = await readSite(tx)
  const text = fillPlaceholders(markdown, getPolicyValues(site))
  if (own?.filledIn === text) {
    if (own.markdown !== markdown) await updateCustomPolicyText(tx, policy, markdown)
    return
  }
  await endCustomPolicy(tx, policy, now)
  const effectiveOn = formatDay(now, site.timeZone)
  const version = getCustomVersion(effectiveOn, await countVersions(tx, policy, getCustomVersion(effectiveOn, 0)))
  await insertPolicy(tx, { policy, version, markdown, filledIn: text, effectiveOn })
}

function getPolicyValues(site: Site): PolicyValues {
  const { name, email, phone, postalAddress, bookHosts, refundDays } = site
  const mail = email === '' ? '' : `[${escapeMarkdown(email)}](mailto:${email})`
  const call = phone === '' ? '' : `[${escapeMarkdown(phone)}](${phoneAddress(phone)})`
  return {
    name: escapeMarkdown(name),
    email: mail || 'the operator of this site',
    phone: call,
    postal_address: postalAddress.split('\n').map(escapeMarkdown).join('\\\n'),
    contact: [`**${escapeMarkdown(name)}**`, ...postalAddress.split('\n').map(escapeMarkdown), call, mail]
      .filter(Boolean)
      .join('\\\n'),
    refund_days: String(refundDays),
    book_hosts: escapeMarkdown(bookHosts.join(', ')) || 'none',
    kinds: formatList(KIND_NAMES, 'or'),
  }
}
