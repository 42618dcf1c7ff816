import { z } from 'zod'
import { isPrintable } from '#platform/typography.ts'
import { formatDate } from '#shared/dates.ts'
import { DEFAULT_PAPER, PAPERS } from '#shared/paper.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#shared/languages.ts'
import { MAX_FEATURED_COURSES, MAX_POPULAR_COURSES } from '#shared/site-limits.ts'
import { cleanLogin } from '#shared/login-name.ts'
import { tidyLine } from '#shared/tidy-text.ts'
import { readTimeZone } from '#shared/time-zones.ts'
import { type Reader, toStoredText } from '#shared/typed-input.ts'
import { readPhone } from '#shared/typed-phones.ts'
import { readAs, typedNumber } from '#shared/typed-schema.ts'
import { Announcement, Colors, HomePage, Menu } from './appearance-settings.service.ts'
import { resolveHomeTexts } from './home-page.rules.ts'
import { REFUND_DAYS } from './policies.rules.ts'
import { readRefundDays, readReminderDays, readWaitHours } from './typed-settings.contract.ts'

const text = z.string('must be text').trim()
/** Any text is accepted, and reduced to one line of visible text. */
const line = z.string('must be text').overwrite(tidyLine)
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

// A settings file contains only text, but the stored setting is a boolean.
const yesOrNo = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')],
  'must be true or false',
)

/** The path of a picture that is next to `site.yaml` or in the folder `site`. */
const picture = text.min(1, 'must not be empty')

// Caches the results, because the settings are parsed each time they are read.
const printableLanguages = new Map<string, boolean>()

/** Whether the fonts of PDFs have all characters in the names of the language's months. */
function isPrintableLanguage(language: string): boolean {
  if (!isLanguage(language)) return true
  const known = printableLanguages.get(language)
  if (known !== undefined) return known
  const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-21`)
  const isWhole = months.every((day) => isPrintable(formatDate(day, language, 'long'), 'serif'))
  printableLanguages.set(language, isWhole)
  return isWhole
}

const wholeNumber = (read: Reader) => typedNumber(read, 'must be a whole number', String)

const Founder = z.strictObject({
  name: line.min(1, 'must not be empty'),
  credentials: line.default(''),
  /** The license as course pages show it, such as 'Registered nurse, license RN 123456, Ohio'. */
  license: line.default(''),
  /** The experience, such as '18 years at the bedside'. */
  experience: line.default(''),
  portrait: picture.optional(),
  /** The text in Markdown. */
  text: text.min(1, 'must not be empty'),
})

const HOST = /^[a-z0-9.-]+$/

/**
 * Returns the host of the preview of a book, which the content security policy must allow, or undefined if it does not
 * fit there.
 */
export function getPreviewHost(address: string): string | undefined {
  const host = URL.parse(address)?.hostname
  return host !== undefined && HOST.test(host) ? host : undefined
}

const Book = z.strictObject({
  title: line.min(1, 'must not be empty'),
  author: line.default(''),
  cover: picture.optional(),
  /** A page that is shown in a frame, but only if its host is in `book_hosts`. */
  preview_url: z
    .url({ protocol: /^https$/, error: 'must be a web address that starts with https://', abort: true })
    .refine((address) => getPreviewHost(address) !== undefined, 'must be on a host such as books.example.com')
    .optional(),
  link: webAddress,
})

const OperatorEmails = z.strictObject(
  {
    sale: yesOrNo.default(true),
    dispute: yesOrNo.default(true),
    failed_refund: yesOrNo.default(true),
    /** Whether the operator gets emails about paid orders without access and about rejections by the card provider. */
    trouble: yesOrNo.default(true),
  },
  'must be a group of keys',
)

/** The owner's texts by email: only what differs from the standard texts. Another version may know other emails. */
const EmailTexts = z.record(
  z.string(),
  z.strictObject(
    { subject: z.string('must be text').optional(), opening: z.string('must be text').optional() },
    'must have a subject, an opening, or both',
  ),
  'must be a group of keys',
)

/** The operator's settings, named and stored as in `site.yaml`. No page contains any of these values itself. */
export const SiteSettings = z
  .strictObject(
    {
      name: line.min(1, 'must not be empty').default('Legal Nurse Academy'),
      tagline: line.default('Empowering nurses, enriching careers'),
      description: line.default(
        'Online training for registered nurses who work, or want to work, as legal nurse consultants.',
      ),
      logo: picture.optional(),
      // Other texts stay as they are, because they may be stored already.
      phone: line.overwrite((typed) => toStoredText(readPhone, typed)).default(''),
      email: text
        .overwrite(cleanLogin)
        .refine((email) => email === '' || z.email().safeParse(email).success, 'must be an email address')
        .default(''),
      postal_address: text.default(''),
      /** The tax number as it is printed on invoices below the address, such as 'EIN 12-3456789'. */
      tax_number: line.default(''),
      /** The academy's time zone. It applies to printed dates, monthly sales, launch dates, and coupon dates. */
      time_zone: readAs(text.min(1, 'must not be empty'), readTimeZone, String).default('UTC'),
      /** The refund period in days, which the built-in Terms of Service state. */
      refund_days: wholeNumber(readRefundDays).default(REFUND_DAYS),
      /**
       * A member gets a single reminder this many days after they last studied an unfinished course. By default, there
       * is no reminder, because an upgrade must not email members without the operator's knowledge.
       */
      study_reminder_days: wholeNumber(readReminderDays).default(0),
      /**
       * How many hours members must wait after three failed exam attempts in a day. 0 means that they don't have to
       * wait.
       */
      examination_wait_hours: wholeNumber(readWaitHours).default(12),
      /**
       * The language whose format is used for dates and amounts where the specification gives none. All text stays
       * English.
       */
      language: text
        .refine(isLanguage, 'must be a language tag, such as en-US')
        .refine(
          isPrintableLanguage,
          'must be a language that writes dates in Latin, Greek, or Cyrillic letters, because certificates can’t show any others',
        )
        .default(DEFAULT_LANGUAGE),
      /**
       * The paper size of new invoices and certificates. Stored only if it is set, because earlier versions don't know
       * this key.
       */
      paper: z.enum(PAPERS, `must be ${PAPERS.join(' or ')}`).optional(),
      social: z
        .array(z.strictObject({ name: line.min(1, 'must not be empty'), url: webAddress }), 'must be a list')
        .default([]),
      /** Whether the card provider calculates sales tax, which is then added to every price. */
      automatic_tax: yesOrNo.default(false),
      operator_mails: OperatorEmails.prefault({}),
      /**
       * Slugs of the courses that the footer links to. If the list is empty, the footer shows the first courses for
       * sale.
       */
      popular_courses: z
        .array(text.min(1, 'must not be empty'), 'must be a list')
        .max(MAX_POPULAR_COURSES, `must list at most ${MAX_POPULAR_COURSES} courses`)
        .default([]),
      // The following keys are stored only if they are set, because earlier versions don't know them.
      /** Slugs of the courses on the home page. Without this key, the newest courses for sale are shown. */
      featured_courses: z
        .array(text.min(1, 'must not be empty'), 'must be a list')
        .max(MAX_FEATURED_COURSES, `must list at most ${MAX_FEATURED_COURSES} courses`)
        .optional(),
      /** Whether the owner has confirmed the home page. This can't be undone. */
      home_confirmed: yesOrNo.optional(),
      home_page: HomePage.optional(),
      menu: Menu.optional(),
      announcement: Announcement.optional(),
      colors: Colors.optional(),
      favicon: picture.optional(),
      email_texts: EmailTexts.optional(),
      founder: Founder.optional(),
      podcast_hosts: z.array(line.min(1, 'must not be empty'), 'must be a list').default([]),
      books: z.array(Book, 'must be a list').default([]),
      book_hosts: z
        .array(text.regex(HOST, 'must be a host name such as books.example.com'), 'must be a list')
        .default([]),
    },
    'must be a group of keys',
  )
  .superRefine(({ books, book_hosts }, context) => {
    for (const [index, { preview_url }] of books.entries()) {
      // This also runs if the address is invalid, which was already reported.
      const host = getPreviewHost(preview_url ?? '')
      if (host === undefined || book_hosts.includes(host)) continue
      const message = 'must be on a host listed in book_hosts'
      context.addIssue({ code: 'custom', path: ['books', index, 'preview_url'], message })
    }
  })

export type SiteSettings = z.output<typeof SiteSettings>

/** Returns the same settings by the names that the code uses. */
export function toSite(settings: SiteSettings) {
  const { founder, books, operator_mails: mails, ...rest } = settings
  const { name, tagline, description, phone, email, social } = rest
  return {
    name,
    tagline,
    description,
    phone,
    email,
    social,
    postalAddress: rest.postal_address,
    taxNumber: rest.tax_number,
    timeZone: rest.time_zone,
    refundDays: rest.refund_days,
    studyReminderDays: rest.study_reminder_days,
    examinationWaitHours: rest.examination_wait_hours,
    language: rest.language,
    paper: rest.paper ?? DEFAULT_PAPER,
    isTaxAdded: rest.automatic_tax,
    operatorMails: {
      sale: mails.sale,
      dispute: mails.dispute,
      failedRefund: mails.failed_refund,
      trouble: mails.trouble,
    },
    popularCourses: rest.popular_courses,
    featuredCourses: rest.featured_courses,
    isHomeConfirmed: rest.home_confirmed === true,
    home: resolveHomeTexts(rest.home_page, rest),
    menu: rest.menu,
    announcement: rest.announcement,
    colors: rest.colors,
    emailTexts: rest.email_texts ?? {},
    podcastHosts: rest.podcast_hosts,
    founder,
    books: books.map(({ preview_url: previewUrl, ...book }) => ({ ...book, previewUrl })),
    bookHosts: rest.book_hosts,
  }
}

export type Site = ReturnType<typeof toSite>
