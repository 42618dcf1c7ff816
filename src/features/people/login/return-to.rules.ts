import { OWNED_PAGES, KINDS, KIND_NAMES } from '#shared/kinds.ts'

/** The path is stored, so its length is limited. */
export const MAX_RETURN_TO_LENGTH = 300

const NAME = '[a-z0-9][a-z0-9_-]*'

const toPagePattern = (address: string) => address.replaceAll(/:\w+/g, NAME)

/**
 * Pages that an emailed link may continue to, each with its login prompt. Excludes other sites and forms that were just
 * completed.
 */
const PAGES = [
  ...KIND_NAMES.flatMap((kind) => [`${KINDS[kind].page}${NAME}`, `${KINDS[kind].shelf.address}([0-9]+)?`]),
  ...OWNED_PAGES.map(({ address }) => `${address}(${NAME})?`),
  toPagePattern('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug'),
  toPagePattern('/Examination/:id'),
  '/Account(/[a-z]+)?',
  '/Studio(/[a-z0-9/_-]*)?',
].map((page) => new RegExp(String.raw`^${page.replace(/\/$/, '')}/?(\?[\w=&%.+~-]*)?(#[\w-]*)?$`, 'i'))

/** Keeps the path only if it is one of our pages. Checked when stored and when read. */
export function parseReturnTo(asked: string | null | undefined): string | undefined {
  if (!asked || asked.length > MAX_RETURN_TO_LENGTH) return undefined
  return PAGES.some((page) => page.test(asked)) ? asked : undefined
}

/** The login prompt for the page that follows. Prompts are constant: nothing from the path is repeated. */
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
