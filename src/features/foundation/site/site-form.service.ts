import { createHash } from 'node:crypto'
import type { Executor, Transaction } from '#db/open-database.ts'
import { BRAND_COLORS, type BrandRole } from '#shared/brand-colors.ts'
import { DEFAULT_MENU } from '#shared/default-menu.ts'
import { type HomeItem, omitDefaultTexts, resolveHomeTexts } from './home-page.rules.ts'
import type { PolicyName } from './policies.rules.ts'
import { getCustomPolicyText } from './policies.service.ts'
import { type FormFile, getFormPictures } from './form-pictures.service.ts'
import { findSettings } from './site.queries.ts'
import { SiteSettings } from './site-settings.service.ts'

/**
 * The fields of a book in the form. `from` is the book's index in the stored list, whose other values the book keeps.
 * It is null for a new book.
 */
export type BookForm = {
  from: number | null
  title: string
  author: string
  preview_url: string
  link: string
  cover: string | null
}

/** The settings in the form. Others are not changed. Pictures are the IDs of their original files. */
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
  | 'popular_courses'
> & {
  refund_days: string
  /** Empty if no reminder is sent. */
  study_reminder_days: string
  examination_wait_hours: string
  logo: string | null
  favicon: string | null
  /** The texts that visitors see, whether the owner wrote them or they are the defaults. */
  home_page: Record<'welcome' | 'heading' | 'text', string> & {
    points: HomeItem[]
    reasons: HomeItem[]
    picture: string | null
  }
  home_confirmed: boolean
  /** If this is empty, the newest courses are shown. */
  featured_courses: string[]
  menu: { page: string; label: string }[]
  announcement: { text: string; link: string; link_label: string; shown: boolean }
  colors: Record<BrandRole, string>
  founder: Record<'name' | 'credentials' | 'license' | 'experience' | 'text', string> & { portrait: string | null }
  books: BookForm[]
  /** A policy's text is empty if the built-in one is used. */
  policies: Record<PolicyName, string>
}

type CurrentSite = { site: SiteForm; settings: SiteSettings; files: FormFile[] }

export async function readForm(tx: Transaction): Promise<CurrentSite> {
  const { files, givenFor } = await getFormPictures(tx)
  const settings = SiteSettings.parse((await findSettings(tx)) ?? {})
  const { founder, books, home_page: home, study_reminder_days: reminded, announcement } = settings
  const { name, tagline, description, phone, email, postal_address, tax_number, time_zone, language } = settings
  const { social, popular_courses } = settings
  const contact = { phone, email, postal_address, tax_number, social }
  const shown = { name, tagline, description, ...contact, time_zone, language, popular_courses }
  return {
    settings,
    files,
    site: {
      ...shown,
      refund_days: String(settings.refund_days),
      study_reminder_days: reminded === 0 ? '' : String(reminded),
      examination_wait_hours: String(settings.examination_wait_hours),
      logo: givenFor('logo'),
      favicon: givenFor('favicon'),
      home_page: { ...resolveHomeTexts(home, settings), picture: givenFor('hero') },
      home_confirmed: settings.home_confirmed ?? false,
      featured_courses: settings.featured_courses ?? [],
      menu: settings.menu ?? DEFAULT_MENU.map(({ to, label }) => ({ page: to, label })),
      announcement: {
        text: announcement?.text ?? '',
        link: announcement?.link ?? '',
        link_label: announcement?.link_label ?? '',
        shown: announcement?.shown ?? false,
      },
      colors: {
        bar: settings.colors?.bar ?? BRAND_COLORS.bar.default,
        primary: settings.colors?.primary ?? BRAND_COLORS.primary.default,
        buy: settings.colors?.buy ?? BRAND_COLORS.buy.default,
      },
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
}

/**
 * Returns what to store of the home page, menu, announcement, and colors in a form. Defaults are omitted, because
 * earlier versions don't know these keys, and so that future versions can change the defaults.
 */
export function toAppearanceSettings(form: SiteForm, before: SiteSettings) {
  const { picture: _picture, ...texts } = form.home_page
  const home = omitDefaultTexts(texts, before, form)
  const { text, link, link_label: label, shown } = form.announcement
  const isDefaultMenu =
    JSON.stringify(form.menu) === JSON.stringify(DEFAULT_MENU.map(({ to, label: name }) => ({ page: to, label: name })))
  const colors = Object.fromEntries(
    Object.entries(form.colors).filter(
      ([role, color]) => !['', BRAND_COLORS[role as BrandRole].default].includes(color.trim().toLowerCase()),
    ),
  )
  return {
    home_page: ifFilled(home),
    featured_courses: form.featured_courses.length > 0 ? form.featured_courses : undefined,
    menu: isDefaultMenu ? undefined : form.menu,
    announcement:
      shown || text.trim() !== '' || link.trim() !== ''
        ? { text, shown, ...(link.trim() && { link }), ...(label.trim() && { link_label: label }) }
        : undefined,
    colors: ifFilled(colors),
  }
}

function ifFilled<Group extends object>(group: Group): Group | undefined {
  return Object.keys(group).length > 0 ? group : undefined
}

/**
 * Returns a string that identifies the values of all keys. With it, a save conflicts only with later changes of the
 * keys that it contains.
 */
function getRevision(site: SiteForm): string {
  return Object.keys(site)
    .map((key) => getToken(site, key))
    .join(' ')
}

/**
 * Returns the revision to continue with after these keys were saved. For other keys, it remains the same, because the
 * caller has not seen how others changed them.
 */
export function updateRevision(revision: string, site: SiteForm, keys: readonly string[]): string {
  const others = revision.split(' ').filter((token) => !keys.includes(token.split(':')[0] ?? ''))
  return [...others, ...keys.map((key) => getToken(site, key))].join(' ')
}

export function isChangedSince(revision: string, site: SiteForm, keys: readonly string[]): boolean {
  const seen = new Set(revision.split(' '))
  return keys.some((key) => !seen.has(getToken(site, key)))
}

function getToken(site: SiteForm, key: string): string {
  const value = JSON.stringify(site[key as keyof SiteForm])
  return `${key}:${createHash('sha256').update(value).digest('hex').slice(0, 12)}`
}

export async function getSiteForm(db: Executor): Promise<Omit<CurrentSite, 'settings'> & { revision: string }> {
  return db.transaction(async (tx) => {
    const { site, files } = await readForm(tx)
    return { site, files, revision: getRevision(site) }
  })
}
