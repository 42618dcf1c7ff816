import * as z from 'zod/mini'
import { PROGRESS_STATES } from '#features/learning/progress/progress-states.contract.ts'

/** An invalid value in a URL is treated as missing. */
const optional = <Type extends z.ZodMiniType>(type: Type) => z.catch(z.nullable(type), null)
const oneOf = <const Values extends readonly string[]>(...values: Values) => optional(z.enum(values))
const named = (pattern: RegExp) => optional(z.string().check(z.regex(pattern)))

/** While the year is being typed, it is below 1900, so such dates are ignored. */
const day = optional(z.iso.date().check(z.regex(/^(19|20)/)))
const days = { since: day, until: day }
/** The cursor: the last item of the previous page. */
const after = named(/^[\w.:-]{1,100}$/)
/** The ID under which this tab stores the search text, because names and email addresses must not be in URLs. */
const search = named(/^[0-9a-f]{8}$/)
const sort = z.catch(z.enum(['newest', 'oldest']), 'newest')

/** Everything that the URL of each list may contain. */
export const LIST_FILTERS = {
  orders: z.object({
    state: oneOf('paid', 'refunded', 'disputed', 'any'),
    waits: oneOf('refund', 'dispute', 'payment'),
    product: named(/^[\w-]{1,200}$/),
    coupon: named(/^[\w-]{1,40}$/),
    money: oneOf('real', 'test'),
    ...days,
    search,
    sort,
    after,
  }),
  members: z.object({ ...days, search, sort, after }),
  log: z.object({ kind: named(/^[\w.]{1,40}$/), ...days, search, sort, after }),
  attempts: z.object({ result: oneOf('passed', 'failed'), ...days, sort, after }),
  groups: z.object({ after }),
  group: z.object({ course: optional(z.uuid()), state: oneOf(...PROGRESS_STATES), search, sort, after }),
  progress: z.object({
    course: optional(z.uuid()),
    group: optional(z.uuid()),
    state: oneOf(...PROGRESS_STATES),
    search,
    sort,
    after,
  }),
  messages: z.object({ state: oneOf('draft', 'scheduled', 'sending', 'sent', 'stopped'), after }),
  recipients: z.object({ state: oneOf('sent', 'waiting', 'failed', 'skipped'), after }),
  failedEmails: z.object({ ...days, sort, after }),
  questionReports: z.object({ state: z.catch(z.enum(['waiting', 'answered']), 'waiting'), after }),
  postReports: z.object({ state: z.catch(z.enum(['waiting', 'decided']), 'waiting'), after }),
  lawReviews: z.object({ state: z.catch(z.enum(['due', 'later', 'undated']), 'due'), after }),
  unanswered: z.object({ after }),
  coupons: z.object({ after }),
  files: z.object({}),
  products: z.object({ state: oneOf('sale', 'off', 'draft') }),
  evaluations: z.object({ course: optional(z.uuid()), after: named(/^[1-9]\d{0,3}$/) }),
}

export type ListName = keyof typeof LIST_FILTERS
export type ListFilters<Name extends ListName> = z.output<(typeof LIST_FILTERS)[Name]>

/** If a parameter is repeated, the first valid value is used. */
export function parseFilters<Name extends ListName>(list: Name, search: URLSearchParams): ListFilters<Name> {
  const schema: z.ZodMiniObject = LIST_FILTERS[list]
  const unset = schema.parse({})
  const given = Object.keys(schema.shape).map((name) => [
    name,
    search.getAll(name).find((text) => schema.parse({ [name]: text })[name] !== unset[name]),
  ])
  return schema.parse(Object.fromEntries(given)) as ListFilters<Name>
}

/** For example `?state=paid`. Leaves out filters that are not set. */
export function formatFilters(list: ListName, filters: object): URLSearchParams {
  const unset: Record<string, unknown> = parseFilters(list, new URLSearchParams())
  const given = Object.entries(filters).filter(([name, value]) => typeof value === 'string' && value !== unset[name])
  return new URLSearchParams(given as [string, string][])
}
