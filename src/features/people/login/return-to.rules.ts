import { OWNED_PAGES, KINDS, KIND_NAMES } from '#shared/kinds.ts'

/** A way on is stored, so it has an end. */
export const MAX_RETURN_TO_LENGTH = 300

const NAME = '[a-z0-9][a-z0-9_-]*'

/** All pages of such an address. */
const toPagePattern = (address: string) => address.replaceAll(/:\w+/g, NAME)

/** The pages to which a mailed link may lead on, with what they are told. Nothing else is: neither another site, nor a form that has just been done with. */
const PAGES = [
  ...KIND_NAMES.flatMap((kind) => [`${KINDS[kind].page}${NAME}`, `${KINDS[kind].shelf.address}([0-9]+)?`]),
  ...OWNED_PAGES.map(({ address }) => `${address}(${NAME})?`),
  toPagePattern('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug'),
  toPagePattern('/Examination/:id'),
  '/Account(/Security)?',
  '/Studio(/[a-z0-9/_-]*)?',
].map((page) => new RegExp(String.raw`^${page.replace(/\/$/, '')}/?(\?[\w=&%.+~-]*)?(#[\w-]*)?$`, 'i'))

/** Where somebody was on the way to, as far as it is one of our pages; whatever else was asked for is forgotten. Looked at when it is stored, and when it is read. */
export function parseReturnTo(asked: string | null | undefined): string | undefined {
  if (!asked || asked.length > MAX_RETURN_TO_LENGTH) return undefined
  return PAGES.some((page) => page.test(asked)) ? asked : undefined
}

/** Why somebody is asked to log in, told by the page that comes after it. The words are ours: nothing of the address is repeated. */
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
  [/^\/examination\//i, 'Log in to take the examination.'],
  [/^\/account\b/i, 'Log in to open your account.'],
]
