import { OWNED_PAGES, KINDS, KIND_NAMES } from '#shared/kinds.ts'

/** The maximum length of the path, because it is stored. */
export const MAX_RETURN_TO_LENGTH = 300

const NAME = '[a-z0-9][a-z0-9_-]*'

const toPagePattern = (address: string) => address.replaceAll(/:\w+/g, NAME)

/**
 * The pages to which an emailed link may lead, each with its login prompt. Other sites are not included, and neither
 * are forms that were just submitted.
 */
const PAGES = [
  ...KIND_NAMES.flatMap((kind) => [`${KINDS[kind].page}${NAME}`, `${KINDS[kind].shelf.address}([0-9]+)?`]),
  ...OWNED_PAGES.map(({ address }) => `${address}(${NAME})?`),
  toPagePattern('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug'),
  toPagePattern('/Examination/:id'),
  '/Account(/[a-z]+)?',
  '/Studio(/[a-z0-9/_-]*)?',
].map((page) => new RegExp(String.raw`^${page.replace(/\/$/, '')}/?(\?[\w=&%.+~-]*)?(#[\w-]*)?$`, 'i'))

/** Returns the path only if it is one of the academy's pages. This is checked when it is stored and when it is read. */
export function parseReturnTo(asked: string | null | undefined): string | undefined {
  if (!asked || asked.length > MAX_RETURN_TO_LENGTH) return undefined
  return PAGES.some((page) => page.test(asked)) ? asked : undefined
}

/**
 * Returns the login prompt for the page that comes next. Prompts are constant, so nothing from the path is repeated.
 */
export function getLoginReason(next: string): string | undefined {
  return RETURN_PAGES.find(([page]) => page.test(next))?.[1]
}

type ReturnPage = readonly [page: RegExp, why: string]

const RETURN_PAGES: readonly ReturnPage[] = [
  ...KIND_NAMES.map((kind): ReturnPage => {
    const { page, isPagePublic } = KINDS[kind]
    return [new RegExp(`^${page}[^/?#]`, 'i'), `Log in to ${isPagePublic ? 'continue to' : 'open'} this ${kind}.`]
  }),
  [/^\/myacademy\/[^/?#]/i, 'Log in to continue your course.'],
  ...OWNED_PAGES.map(({ address, label }): ReturnPage => [
    new RegExp(`^${address.slice(0, -1)}\\b`, 'i'),
    `Log in to open ${label}.`,
  ]),
  [/^\/examination\//i, 'Log in to take the exam.'],
  [/^\/account\b/i, 'Log in to open your account.'],
]
