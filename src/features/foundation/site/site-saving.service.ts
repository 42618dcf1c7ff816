import { type Actor, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { checkText, renderPreview } from '#features/foundation/markdown/markdown.public.ts'
import { saveInTransaction } from '#features/foundation/products/products.public.ts'
import type { Transaction } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { ACADEMY } from '#platform/sandbox.ts'
import { describeReplacements, isPrintable, findUnprintableCharacters } from '#platform/typography.ts'
import { AppError } from '#shared/app-error.ts'
import { shortenText } from '#shared/cut-text.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { toDocumentMarkdown } from '#shared/markdown.ts'
import { POLICY_NAMES, type PolicyName, findUnfilledPlaceholders } from './policies.rules.ts'
import {
  getCustomPolicyText,
  getPolicyVersion,
  renderSiteTexts,
  savePolicy,
  getPreviewText,
} from './policies.service.ts'
import {
  preparePictureChanges,
  type FormFile,
  type PictureField,
  type PictureChanges,
  describePictureChanges,
  getFormPictures,
  getPicturePaths,
  savePictureChanges,
} from './form-pictures.service.ts'
import { findSavedSettings, lockSettings, saveSettings } from './site.queries.ts'
import { SiteSettings } from './site-settings.service.ts'
import { saveSiteBeforeStudio, readCurrentSite } from './stored-site.service.ts'

/** The fields of a book in the form. Everything else, such as its picture, comes from the stored book `from`. */
export type BookForm = {
  from: number | null
  title: string
  author: string
  preview_url: string
  link: string
  cover: string | null
}

/** The settings in the form; all others stay unchanged. */
export type SiteForm = Pick<
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
  /** Empty if there is none. */
  study_reminder_days: string
  examination_wait_hours: string
  /** Pictures, by the IDs of the original files. */
  logo: string | null
  founder: Record<'name' | 'credentials' | 'license' | 'experience' | 'text', string> & { portrait: string | null }
  books: BookForm[]
  /** Empty if the built-in text is used. */
  policies: Record<PolicyName, string>
}

type FieldErrors = Record<string, string[]>

export async function getSiteForm(db: Deps['db']): Promise<{ site: SiteForm; files: FormFile[]; revision: string }> {
  return db.transaction(async (tx) => {
    const { files, givenFor } = await getFormPictures(tx)
    const { settings, revision } = getCurrentSettings(await findSavedSettings(tx))
    const { founder, books, refund_days: days, study_reminder_days: reminded, examination_wait_hours: hours } = settings
    const { name, tagline, description, phone, email, postal_address, tax_number, time_zone, language, social } =
      settings
    const shown = { name, tagline, description, phone, email, postal_address, tax_number, time_zone, language, social }
    return {
      revision,
      files,
      site: {
        ...shown,
        refund_days: String(days),
        study_reminder_days: reminded === 0 ? '' : String(reminded),
        examination_wait_hours: String(hours),
        logo: givenFor('logo'),
        founder: {
          name: founder?.name ?? '',
          credentials: founder?.credentials ?? '',
          license: founder?.license ?? '',
          experience: founder?.experience ?? '',
          text: founder?.text ?? '',
          portrait: givenFor('portrait'),
        },
        books: books.map(({ title, author, preview_url: preview = '', link }, from) => ({
          from,
          title,
          author,
          preview_url: preview,
          link,
          cover: givenFor('book', from),
        })),
        policies: {
          terms: (await getCustomPolicyText(tx, 'terms')) ?? '',
          privacy: (await getCustomPolicyText(tx, 'privacy')) ?? '',
        },
      },
    }
  })
}

type SaveSiteInput = { site: SiteForm; revision: string; by: Staff }

/**
 * Saves the form like an import of `site.yaml`, by the same rules. If there are errors, stores nothing and reports them
 * by field. Throws if someone else has saved since `revision`.
 */
export async function saveSite(
  deps: Pick<Deps, 'db' | 'now' | 'files'>,
  { site, revision, by }: SaveSiteInput,
): Promise<{ changed: string[]; revision: string }> {
  if (!hasPermission(by, 'change site settings')) throw permissionDeniedError(by, 'change site settings')
  const pictures = await preparePictureChanges(
    deps,
    listPictureFields(site),
    by.kind === 'member' ? by.memberId : ACADEMY,
  )
  const wrongTexts = await validateTexts(site)
  const saved = await saveInTransaction(deps, pictures.stored, async (saving) => {
    const { tx, now } = saving
    const before = getCurrentSettings(await lockSettings(tx))
    if (before.revision !== revision)
      throw new AppError(
        'busy',
        'Someone else saved the site settings. Your changes are still here. Copy what you need and reload the page.',
      )
    const { settings, wrong } = validateForm(site, before.settings, { pictures, wrongTexts })
    if (!settings) throw new AppError('invalid', 'Please correct the marked fields.', { fields: wrong })
    const versions = await getPolicyVersions(tx)
    const standing = await readCurrentSite(tx)
    await saveSettings(tx, settings, now)
    await savePictureChanges(saving, deps.files, pictures)
    for (const policy of POLICY_NAMES)
      await savePolicy(tx, policy, { markdown: site.policies[policy].trim() || undefined, now })
    const after = await getPolicyVersions(tx)
    const changes = {
      ...diffSettings(before.settings, settings),
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
    return { changed, revision: getCurrentSettings(await findSavedSettings(tx)).revision }
  })
  await renderSiteTexts(deps.db)
  return saved
}

/** Errors in longer texts, by field: a policy must be complete, and every text must be renderable. */
async function validateTexts({ policies, founder }: SiteForm): Promise<FieldErrors> {
  const wrong: FieldErrors = {}
  for (const policy of POLICY_NAMES) {
    const markdown = policies[policy].trim()
    if (markdown === '') continue
    const checked = await checkText({ text: markdown, style: 'chapters' })
    const problems = 'wrong' in checked ? [] : [...findUnfilledPlaceholders(markdown), ...checked.warnings]
    const messages = problems.map(({ line, message }) => `Line ${line}: ${message}`)
    if ('wrong' in checked) messages.push(`This text ${checked.wrong}.`)
    if (messages.length > 0) wrong[`policies.${policy}`] = messages
  }
  const story = await checkText(toDocumentMarkdown(founder.text))
  if ('wrong' in story) wrong['founder.text'] = [`This text ${story.wrong}.`]
  return wrong
}

function listPictureFields({ logo, founder, books }: SiteForm): PictureField[] {
  const [only, from] = [0, 0]
  return [
    { place: 'logo', position: only, from, field: 'logo', fileId: logo },
    { place: 'portrait', position: only, from, field: 'founder.portrait', fileId: founder.portrait },
    ...books.map((book, position) => ({
      place: 'book' as const,
      position,
      from: book.from,
      field: `books.${position}.cover`,
      fileId: book.cover,
    })),
  ]
}

async function recordSaved(
  tx: Transaction,
  { at, by, changes }: { at: Date; by: Actor; changes: Record<string, readonly [before: string, after: string]> },
): Promise<void> {
  const each = (place: 0 | 1) => Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value[place]]))
  await recordEvent(tx, { at, kind: 'site.saved', by, before: each(0), after: each(1) })
}

function getCurrentSettings(row: Awaited<ReturnType<typeof findSavedSettings>>): {
  settings: SiteSettings
  revision: string
} {
  return { settings: SiteSettings.parse(row?.settings ?? {}), revision: row?.updatedAt.toISOString() ?? 'none' }
}

async function getPolicyVersions(tx: Transaction): Promise<Record<PolicyName, string>> {
  return { terms: await getPolicyVersion(tx, 'terms'), privacy: await getPolicyVersion(tx, 'privacy') }
}

function validateForm(
  { policies: _policies, books, founder, logo: _logo, ...shown }: SiteForm,
  before: SiteSettings,
  { pictures, wrongTexts }: { pictures: PictureChanges; wrongTexts: FieldErrors },
): { settings?: SiteSettings; wrong: FieldErrors } {
  const wrong: FieldErrors = { ...pictures.wrong, ...wrongTexts }
  const { portrait, ...profile } = founder
  const isFounder = portrait !== null || Object.values(profile).some((text) => text.trim() !== '')
  const hosts = books.flatMap(({ preview_url: address }) => URL.parse(address.trim())?.hostname ?? [])
  const pathFor = resolvePicturePaths(before, books, pictures)
  const { data, error } = SiteSettings.safeParse({
    ...before,
    ...shown,
    study_reminder_days: shown.study_reminder_days.trim() || 0,
    logo: pathFor('logo', before.logo),
    founder: isFounder ? { ...profile, portrait: pathFor('founder.portrait', before.founder?.portrait) } : undefined,
    // The host of each frame must be allowed. The form has only URLs, so the hosts are derived from them.
    book_hosts: [...new Set([...before.book_hosts, ...hosts])],
    books: books.map(({ from, preview_url: preview, cover: _cover, ...book }, position) => {
      const { preview_url: _, ...earlier }: Partial<SiteSettings['books'][number]> =
        (from === null ? undefined : before.books[from]) ?? {}
      const cover = pathFor(`books.${position}.cover`, earlier.cover)
      return { ...earlier, ...book, cover, ...(preview.trim() !== '' && { preview_url: preview.trim() }) }
    }),
  })
  for (const { path, message } of error?.issues ?? []) (wrong[path.join('.')] ??= []).push(`This ${message}.`)
  const missing = findUnprintableCharacters(shown.name, 'serif')
  if (!isPrintable(shown.name, 'serif'))
    wrong['name'] = [`Certificates and invoices can’t include ${missing.join(' ')}. ${describeReplacements(missing)}`]
  return Object.keys(wrong).length > 0 || !data ? { wrong } : { settings: data, wrong }
}

/** The path of each picture, by field; unchanged if the picture is the same. */
function resolvePicturePaths(before: SiteSettings, books: readonly BookForm[], pictures: PictureChanges) {
  const earlier = [
    ['logo', before.logo],
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

/** Changed settings by key. Long texts are truncated, since policies have their own versions. */
function diffSettings(before: SiteSettings, after: SiteSettings): Record<string, readonly [string, string]> {
  const formatValue = (value: unknown) => {
    const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
    return shortenText(text, MAX_LOGGED_LENGTH)
  }
  return Object.fromEntries(
    (Object.keys(after) as (keyof SiteSettings)[])
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
