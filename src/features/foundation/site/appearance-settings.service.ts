import { z } from 'zod'
import { type BrandRole, findContrastProblem } from '#shared/brand-colors.ts'
import { MENU_PAGES } from '#shared/menu-pages.ts'
import { MAX_ANNOUNCEMENT, MAX_HOME_POINTS, MAX_HOME_REASONS, MAX_MENU_LABEL } from '#shared/site-limits.ts'
import { tidyLine, tidyText } from '#shared/tidy-text.ts'

const text = (max: number) =>
  z.string('must be text').overwrite(tidyText).max(max, `must have at most ${max} characters`)
const line = (max: number) =>
  z.string('must be text').overwrite(tidyLine).max(max, `must have at most ${max} characters`)
const filledLine = (max: number) => line(max).min(1, 'must not be empty')

const Item = z.strictObject({ title: filledLine(80), text: text(400) }, 'must have a title and a text')

const items = (max: number) => z.array(Item, 'must be a list').max(max, `must list at most ${max} items`)

/** The owner's texts for the home page. For those that are missing, the specification's texts are used. */
export const HomePage = z.strictObject(
  {
    welcome: line(100).optional(),
    heading: line(120).optional(),
    text: text(600).optional(),
    picture: z.string('must be text').trim().min(1, 'must not be empty').optional(),
    points: items(MAX_HOME_POINTS).optional(),
    reasons: items(MAX_HOME_REASONS).optional(),
  },
  'must be a group of keys',
)

export const Menu = z
  .array(
    z.strictObject({
      page: z.enum(
        MENU_PAGES.map(({ to }) => to),
        `must be one of ${MENU_PAGES.map(({ to }) => to).join(', ')}`,
      ),
      label: filledLine(MAX_MENU_LABEL),
    }),
    'must be a list',
  )
  .min(1, 'must have at least one item')
  .superRefine((links, context) => {
    for (const [index, { page }] of links.entries())
      if (links.findIndex((link) => link.page === page) < index)
        context.addIssue({ code: 'custom', path: [index, 'page'], message: 'is already in the menu' })
  })

const LINK_RULE = 'must be a path on this site, such as /Courses/, or a web address that starts with https://'

/** Whether a link leads to a page of this site or to another website. A link that would run a script doesn't. */
function isSafeLink(link: string): boolean {
  if (link.startsWith('/')) return URL.parse(link, 'https://academy.invalid')?.host === 'academy.invalid'
  return /^https?:$/.test(URL.parse(link)?.protocol ?? '') && /^https?:\/\//i.test(link)
}

export const Announcement = z.strictObject(
  {
    text: filledLine(MAX_ANNOUNCEMENT),
    link: line(500).refine(isSafeLink, LINK_RULE).optional(),
    link_label: filledLine(40).optional(),
    shown: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], 'must be true or false')
      .default(true),
  },
  'must be a group of keys',
)

const color = (role: BrandRole) =>
  z
    .string('must be text')
    .trim()
    .toLowerCase()
    .superRefine((value, context) => {
      const message = findContrastProblem(role, value)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .optional()

export const Colors = z.strictObject(
  { bar: color('bar'), primary: color('primary'), buy: color('buy') },
  'must be a group of keys',
)
