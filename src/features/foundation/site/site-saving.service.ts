import { type Actor, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { checkText, previewHtml } from '#features/foundation/markdown/markdown.public.ts'
import { saveTogether } from '#features/foundation/products/products.public.ts'
import type { Transaction } from '#db/open.ts'
import type { Deps } from '#platform/deps.ts'
import { ACADEMY } from '#platform/sandbox.ts'
import { howToWrite, isPrintable, unprintableLetters } from '#platform/lettering.ts'
import { AppError } from '#shared/app-error.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { documentText } from '#shared/markdown.ts'
import { POLICY_NAMES, type PolicyName, unfilledIn } from './policies.rules.ts'
import { ownPolicyText, policyVersion, renderSite, savePolicy, textToPreview } from './policies.service.ts'
import {
  changesOfPictures,
  type FileOnScreen,
  type NamedPicture,
  type PictureChanges,
  picturesInWords,
  picturesOnScreen,
  pathsOf,
  savePictureChanges,
} from './screen-pictures.service.ts'
import { findSavedSettings, holdSettings, saveSettings } from './site.queries.ts'
import { SiteSettings } from './site.settings.ts'
import { keepBeforeStudio, standingSite } from './stored-site.service.ts'

/** What a screen knows of a book: the rest of it, its picture among that, stays with the one that it was made `from`. */
export type BookOnScreen = {
  from: number | null
  title: string
  author: string
  preview_url: string
  link: string
  cover: string | null
}

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
  /** Empty: none. */
  study_reminder_days: string
  examination_wait_hours: string
  /** Pictures are named by the ids of the files that were given. */
  logo: string | null
  founder: Record<'name' | 'credentials' | 'license' | 'experience' | 'text', string> & { portrait: string | null }
  books: BookOnScreen[]
  /** Empty: the text that comes with the academy. */
  policies: Record<PolicyName, string>
}

type Wrong = Record<string, string[]>

export async function siteOnScreen(
  db: Deps['db'],
): Promise<{ site: SiteOnScreen; files: FileOnScreen[]; revision: string }> {
  return db.transaction(async (tx) => {
    const { files, givenFor } = await picturesOnScreen(tx)
    const { settings, revision } = inForce(await findSavedSettings(tx))
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
  deps: Pick<Deps, 'db' | 'now' | 'files'>,
  { site, revision, by }: Saving,
): Promise<{ changed: string[]; revision: string }> {
  if (!may(by, 'change site')) throw notAllowed(by, 'change site')
  const pictures = await changesOfPictures(deps, picturesIn(site), by.kind === 'member' ? by.memberId : ACADEMY)
  const wrongTexts = await wrongIn(site)
  const saved = await saveTogether(deps, pictures.stored, async (saving) => {
    const { tx, now } = saving
    const before = inForce(await holdSettings(tx))
    if (before.revision !== revision)
      throw new AppError(
        'busy',
        'Somebody else has saved the site meanwhile. What you typed is still here: copy what you need, and load the page again.',
      )
    const { settings, wrong } = checked(site, before.settings, { pictures, wrongTexts })
    if (!settings) throw new AppError('invalid', 'Please correct the marked fields.', { fields: wrong })
    const versions = await versionsIn(tx)
    const standing = await standingSite(tx)
    await saveSettings(tx, settings, now)
    await savePictureChanges(saving, deps.files, pictures)
    for (const policy of POLICY_NAMES)
      await savePolicy(tx, policy, { markdown: site.policies[policy].trim() || undefined, now })
    const after = await versionsIn(tx)
    const changes = {
      ...changesIn(before.settings, settings),
      ...picturesInWords(pictures),
      ...Object.fromEntries(
        POLICY_NAMES.filter((policy) => versions[policy] !== after[policy]).map((policy) => [
          `${policy}.md`,
          [versions[policy], after[policy]] as const,
        ]),
      ),
    }
    const changed = Object.keys(changes)
    if (changed.length > 0) {
      await keepBeforeStudio(tx, standing)
      await tellSaved(tx, { at: now, by, changes })
    }
    return { changed, revision: inForce(await findSavedSettings(tx)).revision }
  })
  await renderSite(deps.db)
  return saved
}

/** What is wrong with the longer texts, by field: nothing of a policy may be lost, and no text may be one that can't be shown. */
async function wrongIn({ policies, founder }: SiteOnScreen): Promise<Wrong> {
  const wrong: Wrong = {}
  for (const policy of POLICY_NAMES) {
    const markdown = policies[policy].trim()
    if (markdown === '') continue
    const checked = await checkText({ text: markdown, style: 'chapters' })
    const problems = 'wrong' in checked ? [] : [...unfilledIn(markdown), ...checked.warnings]
    const messages = problems.map(({ line, message }) => `Line ${line}: ${message}`)
    if ('wrong' in checked) messages.push(`This text ${checked.wrong}.`)
    if (messages.length > 0) wrong[`policies.${policy}`] = messages
  }
  const story = await checkText(documentText(founder.text))
  if ('wrong' in story) wrong['founder.text'] = [`This text ${story.wrong}.`]
  return wrong
}

function picturesIn({ logo, founder, books }: SiteOnScreen): NamedPicture[] {
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
  { policies: _policies, books, founder, logo: _logo, ...shown }: SiteOnScreen,
  before: SiteSettings,
  { pictures, wrongTexts }: { pictures: PictureChanges; wrongTexts: Wrong },
): { settings?: SiteSettings; wrong: Wrong } {
  const wrong: Wrong = { ...pictures.wrong, ...wrongTexts }
  const { portrait, ...told } = founder
  const isFounder = portrait !== null || Object.values(told).some((text) => text.trim() !== '')
  const hosts = books.flatMap(({ preview_url: address }) => URL.parse(address.trim())?.hostname ?? [])
  const pathFor = pathsIn(before, books, pictures)
  const { data, error } = SiteSettings.safeParse({
    ...before,
    ...shown,
    study_reminder_days: shown.study_reminder_days.trim() || 0,
    logo: pathFor('logo', before.logo),
    founder: isFounder ? { ...told, portrait: pathFor('founder.portrait', before.founder?.portrait) } : undefined,
    // What is shown in a frame is allowed by its host: an operator at a screen names addresses alone.
    book_hosts: [...new Set([...before.book_hosts, ...hosts])],
    books: books.map(({ from, preview_url: preview, cover: _cover, ...book }, position) => {
      const { preview_url: _, ...earlier }: Partial<SiteSettings['books'][number]> =
        (from === null ? undefined : before.books[from]) ?? {}
      const cover = pathFor(`books.${position}.cover`, earlier.cover)
      return { ...earlier, ...book, cover, ...(preview.trim() !== '' && { preview_url: preview.trim() }) }
    }),
  })
  for (const { path, message } of error?.issues ?? []) (wrong[path.join('.')] ??= []).push(`This ${message}.`)
  const missing = unprintableLetters(shown.name, 'serif')
  if (!isPrintable(shown.name, 'serif'))
    wrong['name'] = [`Certificates and invoices can't print ${missing.join(' ')}. ${howToWrite(missing)}`]
  return Object.keys(wrong).length > 0 || !data ? { wrong } : { settings: data, wrong }
}

/** The path of the picture of a field, or the one of before where the picture is the same. */
function pathsIn(before: SiteSettings, books: readonly BookOnScreen[], pictures: PictureChanges) {
  const earlier = [
    ['logo', before.logo],
    ['founder.portrait', before.founder?.portrait],
    ...books.map(({ from }, position) => [
      `books.${position}.cover`,
      from === null ? undefined : before.books[from]?.cover,
    ]),
  ] as const
  const isChanged = (field: string | undefined) => pictures.changed.some((change) => change.field === field)
  const kept = earlier.flatMap(([field, path]) => (path === undefined || isChanged(field) ? [] : path))
  const paths = pathsOf(pictures, kept)
  return (field: string, path: string | undefined) => (paths.has(field) ? paths.get(field) : path)
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
  if (what === 'founder') return previewHtml(documentText(markdown))
  return previewHtml({ text: await textToPreview(db, what, markdown), style: 'document' })
}
