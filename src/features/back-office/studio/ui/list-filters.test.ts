import { expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { listUnansweredDiscussions } from '#features/community/discussions/thread-actions.contract.ts'
import { searchCoupons } from '../coupons.contract.ts'
import { findAttempts, findFailedEmails } from '../lists.contract.ts'
import { readLogPage } from '../log.contract.ts'
import { findOrders } from '../orders.contract.ts'
import { findMembers } from '../people.contract.ts'
import { listPostReports } from '../post-reports.contract.ts'
import { findQuestionReports } from '../question-reports.contract.ts'
import { listLawReviews } from '../reviews-due.contract.ts'
import { formatFilters, LIST_FILTERS, type ListName, parseFilters } from './list-filters.ts'

const LISTS = Object.keys(LIST_FILTERS) as ListName[]

/** The lists whose filters are sent in a request body. */
const CALLS: Partial<Record<ListName, Endpoint>> = {
  orders: findOrders,
  members: findMembers,
  log: readLogPage,
  attempts: findAttempts,
  failedEmails: findFailedEmails,
  questionReports: findQuestionReports,
  postReports: listPostReports,
  lawReviews: listLawReviews,
  unanswered: listUnansweredDiscussions,
  coupons: searchCoupons,
}

const LONG = 'x'.repeat(10_000)
const WITHOUT_SENSE = [
  '',
  'page=-1',
  'page=1e9&page=NaN',
  'state=xx&state=yy',
  'since=2026-02-31&until=2026-13-01',
  'since=0000-01-01&until=9999-99-99',
  'since=0002-11-01&until=now()',
  'sort=random()&sort[]=oldest',
  `${LONG}=1&${LONG}`,
  `state=${LONG}&after=${LONG}&product=${LONG}&coupon=${LONG}&kind=${LONG}&search=${LONG}&course=${LONG}`,
  'state=%00&after=%00&product=%00&coupon=%00&kind=%00&search=%00&since=%00',
  'state=%zz&after=%zz&%zz=%zz&%',
  'state=paid%00&result=passed%0A&money=real &x=1',
  '__proto__=1&constructor=2&toString=3',
  'product=%27;drop table members&after=%27 or true--',
  'search=nora@example.com&search=Nora Nightingale',
  'state=PAID&state=&state=null&state=undefined',
]

const parse = (list: ListName, search: string) => parseFilters(list, new URL(`https://x.test/?${search}`).searchParams)

test.each(LISTS)('in the address of the list %s, invalid values count as not given', (list) => {
  for (const search of WITHOUT_SENSE) expect([search, parse(list, search)]).toEqual([search, parse(list, '')])
})

const SENSE = { since: '2026-11-01', sort: 'oldest', after: '12', product: 'a-b', kind: 'coupon', money: 'test' }

test.each(LISTS)('in the address of the list %s, valid values count, whatever else is there', (list) => {
  const sense = new URLSearchParams(SENSE).toString()
  const known = Object.entries(SENSE).filter(([name]) => Object.hasOwn(LIST_FILTERS[list].shape, name))
  const filters = { ...parse(list, ''), ...Object.fromEntries(known) }
  for (const junk of WITHOUT_SENSE)
    for (const search of [`${junk}&${sense}`, `${sense}&${junk}`])
      expect([search, parse(list, search)]).toEqual([search, filters])
  expect(Object.fromEntries(formatFilters(list, filters))).toEqual(Object.fromEntries(known))
})

const WORDS = [
  'paid',
  'any',
  'waiting',
  'answered',
  'decided',
  'due',
  'passed',
  'oldest',
  'real',
  'LNA-7F',
  '2026-02-28',
]

test.each(Object.entries(CALLS))(
  'the endpoint of the list %s accepts every value that its address can contain',
  (name, { body }) => {
    const list = name as ListName
    const names = Object.keys(LIST_FILTERS[list].shape).filter((each) => each !== 'after')
    const filled = WORDS.map((word) => names.map((each) => `${each}=${word}`).join('&'))
    for (const search of [...WITHOUT_SENSE, ...filled]) {
      const { search: _, ...filters } = parse(list, search) as Record<string, unknown>
      expect([search, body?.safeParse(filters).error]).toEqual([search, undefined])
    }
  },
)
