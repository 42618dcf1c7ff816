import { type Actor, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { checkText, renderPreview } from '#features/foundation/markdown/markdown.public.ts'
import { saveInTransaction } from '#features/foundation/products/products.public.ts'
import type { Transaction } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { ACADEMY } from '#platform/sandbox.ts'
import { describeReplacements, isPrintable, findUnprintableCharacters } from '#platform/typography.ts'
import { BRAND_COLORS, findContrastProblem } from '#shared/brand-colors.ts'
import { AppError } from '#shared/app-error.ts'
import { shortenText } from '#shared/cut-text.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { toDocumentMarkdown } from '#shared/markdown.ts'
import { formatReason } from '#shared/typed-input.ts'
import { readPhone } from '#shared/typed-phones.ts'
import { POLICY_NAMES, type PolicyName, findUnfilledPlaceholders } from './policies.rules.ts'
import { getPolicyVersion, renderSiteTexts, savePolicy, getPreviewText } from './policies.service.ts'
import {
  preparePictureChanges,
  type PictureChanges,
  describePictureChanges,
  getPicturePaths,
  listPictureFields,
  listPicturePlaces,
  savePictureChanges,
} from './form-pictures.service.ts'
import { lockSettings, saveSettings } from './site.queries.ts'
import {
  type BookForm,
  isChangedSince,
  readForm,
  type SiteForm,
  toAppearanceSettings,
  updateRevision,
} from './site-form.service.ts'
import { getBarColor } from './site-colors.rules.ts'
import { readSite } from './site.service.ts'
import { getPreviewHost, SiteSettings } from './site-settings.service.ts'
import { saveSiteBeforeStudio, readCurrentSite } from './stored-site.service.ts'

type FieldErrors = Record<string, string[]>

/** The form's keys that a page sends. Others are not changed. */
type SaveSiteInput = {
  site: { [Key in keyof SiteForm]?: SiteForm[Key] | undefined }
  revision: string
  by: Staff
}

/**
 * Saves the form by the same rules as an import of `site.yaml`. If there are errors, stores nothing and reports them
 * for each field. Throws if someone else has changed one of these keys since `revision`.
 */
export async function saveSite(
  deps: Pick<Deps, 'db' | 'now' | 'files'>,
  { site: sent, revision, by }: SaveSiteInput,
): Promise<{ changed: string[]; revision: string }> {
  if (!hasPermission(by, 'change site settings')) throw permissionDeniedError(by, 'change site settings')
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<SiteForm>
  const pictures = await preparePictureChanges(deps, listPictureFields(given), {
    member: by.kind === 'member' ? by.memberId : ACADEMY,
    ...(await compareBarColor(deps.db, given)),
  })
  const wrongTexts = await validateTexts(given)
  const saved = await saveInTransaction(deps, pictures.stored, async (saving) => {
    const { tx, now } = saving
    await lockSettings(tx)
    const current = await readForm(tx)
    const keys = Object.keys(given)
    if (isChangedSince(revision, current.site, keys))
      throw new AppError(
        'busy',
        'Someone else saved the site settings. Your changes are still here. Copy what you need and reload the page.',
      )
    const site = { ...current.site, ...given }
    const { settings, wrong } = validateForm(site, current.settings, { pictures, wrongTexts })
    if (!settings) throw new AppError('invalid', 'Please correct the marked fields.', { fields: wrong })
    const versions = await getPolicyVersions(tx)
    const standing = await readCurrentSite(tx)
    await saveSettings(tx, settings, now)
    await savePictureChanges(saving, deps.files, { ...pictures, places: listPicturePlaces(given) })
    // Saves even unchanged policies, because they can contain settings.
    for (const policy of POLICY_NAMES)
      await savePolicy(tx, policy, { markdown: site.policies[policy].trim() || undefined, now })
    const after = await getPolicyVersions(tx)
    const changes = {
      ...diffSettings(current.settings, settings),
      ...describePictureChanges(pictures),
      ...Object.fromEntries(
        POLICY_NAMES.filter((policy) => versions[policy] !== after[policy]).map((policy) => [
          `${policy}.md`,
          [versions[policy], after[policy]] as const,
        ]),
      ),
    }
    const changed = Object.keys(changes)
    if (changed.length > 0) {
      await saveSiteBeforeStudio(tx, standing)
      await recordSaved(tx, { at: now, by, changes })
    }
    return { changed, revision: updateRevision(revision, (await readForm(tx)).site, keys) }
  })
  await renderSiteTexts(deps.db)
  return saved
}

/**
 * Returns the color behind the logo after this save, and whether the save changes it. A color that can't be used is
 * reported later.
 */
async function compareBarColor(db: Deps['db'], { colors }: Partial<SiteForm>) {
  const before = getBarColor(await readSite(db))
  const chosen = colors?.bar.trim().toLowerCase() || BRAND_COLORS.bar.default
  const bar = colors && findContrastProblem('bar', chosen) === undefined ? chosen : before
  return { bar, isBarChanged: bar !== before }
}

/** Finds errors in longer texts. A policy must be complete, and Markdown must be renderable. */
async function validateTexts({ policies, founder }: Partial<SiteForm>): Promise<FieldErrors> {
  const wrong: FieldErrors = {}
  for (const policy of POLICY_NAMES) {
    const markdown = policies?.[policy].trim() ?? ''
    if (markdown === '') continue
    const checked = await checkText({ text: markdown, style: 'chapters' })
    const problems = 'wrong' in checked ? [] : [...findUnfilledPlaceholders(markdown), ...checked.warnings]
    const messages = problems.map(({ line, message }) => `Line ${line}: ${message}`)
    if ('wrong' in checked) messages.push(`This text ${checked.wrong}.`)
    if (messages.length > 0) wrong[`policies.${policy}`] = messages
  }
  const story = await checkText(toDocumentMarkdown(founder?.text ?? ''))
  if ('wrong' in story) wrong['founder.text'] = [`This text ${story.wrong}.`]
  return wrong
}

async function recordSaved(
  tx: Transaction,
  { at, by, changes }: { at: Date; by: Actor; changes: Record<string, readonly [before: string, after: string]> },
): Promise<void> {
  const each = (place: 0 | 1) => Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value[place]]))
  await recordEvent(tx, { at, kind: 'site.saved', by, before: each(0), after: each(1) })
}

async function getPolicyVersions(tx: Transaction): Promise<Record<PolicyName, string>> {
  return { terms: await getPolicyVersion(tx, 'terms'), privacy: await getPolicyVersion(tx, 'privacy') }
}

function validateForm(
  form: SiteForm,
  before: SiteSettings,
  { pictures, wrongTexts }: { pictures: PictureChanges; wrongTexts: FieldErrors },
): { settings?: SiteSettings; wrong: FieldErrors } {
  const { policies: _policies, books, founder, home_confirmed: isConfirmed, ...shown } = form
  const wrong: FieldErrors = { ...pictures.wrong, ...wrongTexts }
  const appearance = toAppearanceSettings(form, before)
  const { portrait, ...profile } = founder
  const isFounder = portrait !== null || Object.values(profile).some((text) => text.trim() !== '')
  const formerHosts = listPreviewHosts(before.books)
  const otherHosts = before.book_hosts.filter((host) => !formerHosts.includes(host))
  const pathFor = resolvePicturePaths(before, books, pictures)
  const { data, error } = SiteSettings.safeParse({
    ...before,
    ...shown,
    ...appearance,
    study_reminder_days: shown.study_reminder_days.trim() || 0,
    home_confirmed: isConfirmed || before.home_confirmed,
    home_page: withPicture(appearance.home_page, pathFor('home_page.picture', before.home_page?.picture)),
    logo: pathFor('logo', before.logo),
    favicon: pathFor('favicon', before.favicon),
    founder: isFounder ? { ...profile, portrait: pathFor('founder.portrait', before.founder?.portrait) } : undefined,
    // The content security policy allows frames only from these hosts. The form has only URLs, so the hosts are taken
    // from them, and those of removed books are left out.
    book_hosts: [...new Set([...otherHosts, ...listPreviewHosts(books)])],
    books: books.map(({ from, preview_url: preview, cover: _cover, ...book }, position) => {
      const { preview_url: _, ...earlier }: Partial<SiteSettings['books'][number]> =
        (from === null ? undefined : before.books[from]) ?? {}
      const cover = pathFor(`books.${position}.cover`, earlier.cover)
      return { ...earlier, ...book, cover, ...(preview.trim() !== '' && { preview_url: preview.trim() }) }
    }),
  })
  for (const { path, message } of error?.issues ?? []) (wrong[path.join('.')] ??= []).push(`This ${message}.`)
  const phone = shown.phone.trim() === '' || shown.phone === before.phone ? undefined : readPhone(shown.phone)
  if (phone && 'reason' in phone) wrong['phone'] = [formatReason(phone.reason)]
  const missing = findUnprintableCharacters(shown.name, 'serif')
  if (!isPrintable(shown.name, 'serif'))
    wrong['name'] = [`Certificates and invoices can’t include ${missing.join(' ')}. ${describeReplacements(missing)}`]
  return Object.keys(wrong).length > 0 || !data ? { wrong } : { settings: data, wrong }
}

function listPreviewHosts(books: readonly { preview_url?: string | undefined }[]): string[] {
  return books.flatMap(({ preview_url: address = '' }) => getPreviewHost(address.trim()) ?? [])
}

function withPicture(home: object | undefined, picture: string | undefined): object | undefined {
  return picture === undefined ? home : { ...home, picture }
}

/** Returns a function that returns the path of a picture field. The path stays the same if the picture does. */
function resolvePicturePaths(before: SiteSettings, books: readonly BookForm[], pictures: PictureChanges) {
  const earlier = [
    ['logo', before.logo],
    ['favicon', before.favicon],
    ['home_page.picture', before.home_page?.picture],
    ['founder.portrait', before.founder?.portrait],
    ...books.map(({ from }, position) => [
      `books.${position}.cover`,
      from === null ? undefined : before.books[from]?.cover,
    ]),
  ] as const
  const isChanged = (field: string | undefined) => pictures.changed.some((change) => change.field === field)
  const unchanged = earlier.flatMap(([field, path]) => (path === undefined || isChanged(field) ? [] : path))
  const paths = getPicturePaths(pictures, unchanged)
  return (field: string, path: string | undefined) => (paths.has(field) ? paths.get(field) : path)
}

const MAX_LOGGED_LENGTH = 200

/** Lists changed settings by key. Long texts are truncated, because policies have versions of their own. */
function diffSettings(before: SiteSettings, after: SiteSettings): Record<string, readonly [string, string]> {
  const formatValue = (value: unknown) => {
    const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
    return shortenText(text, MAX_LOGGED_LENGTH)
  }
  return Object.fromEntries(
    (Object.keys({ ...before, ...after }) as (keyof SiteSettings)[])
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      .map((key) => [key, [formatValue(before[key]), formatValue(after[key])] as const]),
  )
}

export async function previewText(
  db: Deps['db'],
  { what, markdown }: { what: 'founder' | PolicyName; markdown: string },
): Promise<string> {
  if (what === 'founder') return renderPreview(toDocumentMarkdown(markdown))
  return renderPreview({ text: await getPreviewText(db, what, markdown), style: 'document' })
}
