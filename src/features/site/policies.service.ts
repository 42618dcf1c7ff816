import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Executor } from '#db/open.ts'
import { chaptersOf, markdownToHtml } from '#platform/markdown.ts'
import { inSeries } from '#shared/counted.ts'
import { dayOf } from '#shared/dates.ts'
import { KIND_NAMES } from '#shared/kinds.ts'
import { countVersions, endOwnPolicy, findOwnPolicy, insertPolicy } from './policies.queries.ts'
import { filledIn, OURS, ourVersion, ownVersion, plain, type PolicyName, type PolicyValues } from './policies.rules.ts'
import { readSite } from './site.service.ts'
import type { Site } from './site.settings.ts'

/** Our texts of both policies, with places for the operator's values. */
const OUR_TEXTS: Readonly<Record<PolicyName, string>> = { terms: ourText('terms'), privacy: ourText('privacy') }

function ourText(policy: PolicyName): string {
  return readFileSync(path.join(import.meta.dirname, `${policy}.md`), 'utf8')
}

/** A policy as its page shows it: the operator's own text, or ours, with his values filled in. */
export async function readPolicy(db: Executor, policy: PolicyName) {
  const own = await findOwnPolicy(db, policy)
  const site = await readSite(db)
  const text = filledIn(own?.markdown ?? OUR_TEXTS[policy], valuesOf(site))
  const { intro, chapters } = chaptersOf(text)
  return {
    version: own?.version ?? ourVersion(policy, site.refundDays),
    effectiveOn: own?.effectiveOn ?? OURS[policy].day,
    intro: markdownToHtml(intro),
    sections: chapters.map(({ id, heading, markdown }) => ({ id, heading, html: markdownToHtml(markdown) })),
  }
}

/** The version of a policy that is in force; that of the terms is kept with each account that is made under them. */
export async function policyVersion(db: Executor, policy: PolicyName): Promise<string> {
  const own = await findOwnPolicy(db, policy)
  return own?.version ?? ourVersion(policy, (await readSite(db)).refundDays)
}

/** The operator's own text of a policy; undefined where ours stands. */
export async function ownPolicyText(db: Executor, policy: PolicyName): Promise<string | undefined> {
  return (await findOwnPolicy(db, policy))?.markdown
}

/** Puts a text of the operator in force under a new version, or takes it away so that ours stands again. One that is in force already stays as it is. */
export async function savePolicy(
  tx: Executor,
  policy: PolicyName,
  { markdown, now }: { markdown: string | undefined; now: Date },
): Promise<void> {
  const own = await findOwnPolicy(tx, policy)
  if (own?.markdown === markdown) return
  await endOwnPolicy(tx, policy, now)
  if (markdown === undefined) return
  const effectiveOn = dayOf(now, (await readSite(tx)).timeZone)
  const version = ownVersion(effectiveOn, await countVersions(tx, policy, ownVersion(effectiveOn, 0)))
  await insertPolicy(tx, { policy, version, markdown, effectiveOn })
}

function valuesOf(site: Site): PolicyValues {
  const { name, email, phone, postalAddress, bookHosts, refundDays } = site
  const mail = email === '' ? '' : `[${plain(email)}](mailto:${email})`
  const call = phone === '' ? '' : `[${plain(phone)}](tel:${phone.replaceAll(/[^+\d]/g, '')})`
  return {
    name: plain(name),
    email: mail || 'the operator of this site',
    phone: call,
    postal_address: postalAddress.split('\n').map(plain).join('\\\n'),
    contact: [`**${plain(name)}**`, ...postalAddress.split('\n').map(plain), call, mail].filter(Boolean).join('\\\n'),
    refund_days: String(refundDays),
    book_hosts: plain(bookHosts.join(', ')) || 'none at present',
    kinds: inSeries(KIND_NAMES, 'or'),
  }
}
