import { type Actor, recordEvent } from '#features/audit/audit.public.ts'
import type { Transaction } from '#db/open.ts'
import type { Deps } from '#platform/deps.ts'
import { isPrintable, unprintableLetters } from '#platform/lettering.ts'
import { markdownToHtml, unshownParts } from '#platform/markdown.ts'
import { AppError } from '#shared/app-error.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { POLICY_NAMES, type PolicyName, unfilledIn } from './policies.rules.ts'
import { ownPolicyText, policyVersion, previewOf, savePolicy } from './policies.service.ts'
import { moveBookImages } from './site-images.queries.ts'
import { findSavedSettings, holdSettings, saveSettings } from './site.queries.ts'
import { SiteSettings } from './site.settings.ts'

/** What a screen knows of a book: the rest of it, its picture among that, stays with the one that it was made `from`. */
export type BookOnScreen = { from: number | null; title: string; author: string; preview_url: string; link: string }

/** The settings that a screen shows; all others stay as they are. */
export type SiteOnScreen = Pick<
  SiteSettings,
  | 'name'
  | 'tagline'
  | 'description'
  | 'phone'
  | 'email'
  | 'postal_address'
  | 'tax_number'
  | 'time_zone'
  | 'language'
  | 'social'
> & {
  refund_days: string
  founder: { name: string; credentials: string; text: string }
  books: BookOnScreen[]
  /** Empty: the text that comes with the academy. */
  policies: Record<PolicyName, string>
}

type Wrong = Record<string, string[]>

export async function siteOnScreen(db: Deps['db']): Promise<{ site: SiteOnScreen; revision: string }> {
  return db.transaction(async (tx) => {
    const { settings, revision } = inForce(await findSavedSettings(tx))
    const { founder, books, refund_days: days } = settings
    const { name, tagline, description, phone, email, postal_address, tax_number, time_zone, language, social } =
      settings
    const shown = { name, tagline, description, phone, email, postal_address, tax_number, time_zone, language, social }
    return {
      revision,
      site: {
        ...shown,
        refund_days: String(days),
        founder: { name: founder?.name ?? '', credentials: founder?.credentials ?? '', text: founder?.text ?? '' },
        books: books.map(({ title, author, preview_url: preview = '', link }, from) => ({
          from,
          title,
          author,
          preview_url: preview,
          link,
        })),
        policies: {
          terms: (await ownPolicyText(tx, 'terms')) ?? '',
          privacy: (await ownPolicyText(tx, 'privacy')) ?? '',
        },
      },
    }
  })
}

type Saving = { site: SiteOnScreen; revision: string; by: Staff }

/**
 * Saves what a screen shows of the site as an import saves `site.yaml`, by the same rules; what is wrong is told at its field, and nothing is stored. Refused
 * where somebody else has saved since `revision`.
 */
export async function saveSite(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { site, revision, by }: Saving,
): Promise<{ changed: string[]; revision: string }> {
  if (!may(by, 'change site')) throw notAllowed(by, 'change site')
  return db.transaction(async (tx) => {
    const before = inForce(await holdSettings(tx))
    if (before.revision !== revision)
      throw new AppError(
        'busy',
        'Somebody else has saved the site meanwhile. What you typed is still here: copy what you need, and load the page again.',
      )
    const { settings, wrong } = checked(site, before.settings)
    if (!settings) throw new AppError('invalid', 'Please correct the marked fields.', { fields: wrong })
    const versions = await versionsIn(tx)
    await saveSettings(tx, settings, now())
    await moveBookImages(
      tx,
      site.books.map(({ from }) => from),
    )
    for (const policy of POLICY_NAMES)
      await savePolicy(tx, policy, { markdown: site.policies[policy].trim() || undefined, now: now() })
    const after = await versionsIn(tx)
    const changes = {
      ...changesIn(before.settings, settings),
      ...Object.fromEntries(
        POLICY_NAMES.filter((policy) => versions[policy] !== after[policy]).map((policy) => [
          `${policy}.md`,
          [versions[policy], after[policy]] as const,
        ]),
      ),
    }
    const changed = Object.keys(changes)
    if (changed.length > 0) await tellSaved(tx, { at: now(), by, changes })
    return { changed, revision: inForce(await findSavedSettings(tx)).revision }
  })
}

async function tellSaved(
  tx: Transaction,
  { at, by, changes }: { at: Date; by: Actor; changes: Record<string, readonly [before: string, after: string]> },
): Promise<void> {
  const each = (place: 0 | 1) => Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value[place]]))
  await recordEvent(tx, { at, kind: 'site.saved', by, before: each(0), after: each(1) })
}

function inForce(row: Awaited<ReturnType<typeof findSavedSettings>>): { settings: SiteSettings; revision: string } {
  return { settings: SiteSettings.parse(row?.settings ?? {}), revision: row?.updatedAt.toISOString() ?? 'none' }
}

async function versionsIn(tx: Transaction): Promise<Record<PolicyName, string>> {
  return { terms: await policyVersion(tx, 'terms'), privacy: await policyVersion(tx, 'privacy') }
}

function checked(
  { policies, books, founder, ...shown }: SiteOnScreen,
  before: SiteSettings,
): { settings?: SiteSettings; wrong: Wrong } {
  const wrong: Wrong = {}
  const isFounder = Object.values(founder).some((text) => text.trim() !== '')
  const hosts = books.flatMap(({ preview_url: address }) => URL.parse(address.trim())?.hostname ?? [])
  const { data, error } = SiteSettings.safeParse({
    ...before,
    ...shown,
    founder: isFounder ? { ...before.founder, ...founder } : undefined,
    // What is shown in a frame is allowed by its host: an operator at a screen names addresses alone.
    book_hosts: [...new Set([...before.book_hosts, ...hosts])],
    books: books.map(({ from, preview_url: preview, ...book }) => {
      const { preview_url: _, ...earlier } = (from === null ? undefined : before.books[from]) ?? {}
      return { ...earlier, ...book, ...(preview.trim() !== '' && { preview_url: preview.trim() }) }
    }),
  })
  for (const { path, message } of error?.issues ?? []) (wrong[path.join('.')] ??= []).push(`This ${message}.`)
  if (!isPrintable(shown.name, 'serif'))
    wrong['name'] = [
      `Certificates and invoices have no letters for ${unprintableLetters(shown.name, 'serif').join(' ')}: please use Latin, Greek or Cyrillic ones.`,
    ]
  for (const policy of POLICY_NAMES) {
    const markdown = policies[policy].trim()
    const problems = markdown === '' ? [] : [...unfilledIn(markdown), ...unshownParts(markdown)]
    if (problems.length > 0)
      wrong[`policies.${policy}`] = problems.map(({ line, message }) => `Line ${line}: ${message}`)
  }
  return Object.keys(wrong).length > 0 || !data ? { wrong } : { settings: data, wrong }
}

const MOST_TOLD = 200

/** What is another than before, by key; long texts are cut, since the policies keep their own versions. */
function changesIn(before: SiteSettings, after: SiteSettings): Record<string, readonly [string, string]> {
  const told = (value: unknown) => {
    const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
    return text.length > MOST_TOLD ? `${text.slice(0, MOST_TOLD)} …` : text
  }
  return Object.fromEntries(
    (Object.keys(after) as (keyof SiteSettings)[])
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      .map((key) => [key, [told(before[key]), told(after[key])] as const]),
  )
}

/** A text of the screen as visitors will see it. */
export async function previewText(
  db: Deps['db'],
  { what, markdown }: { what: 'founder' | PolicyName; markdown: string },
): Promise<string> {
  return what === 'founder' ? markdownToHtml(markdown) : previewOf(db, what, markdown)
}
