import type { EndpointReply } from '#shared/endpoint.ts'
import { formatMonth } from '#shared/dates.ts'
import { DEFAULT_LANGUAGE } from '#shared/languages.ts'
import type { readOrderChoices } from '../orders.contract.ts'
import { DateFilters } from './date-filters.tsx'
import { getMonthEnd, listRecentMonths } from './days.ts'
import { FilterSelect } from './filter-select.tsx'
import type { ListFilters } from './list-filters.ts'

type Filters = ListFilters<'orders'>
type Choices = EndpointReply<typeof readOrderChoices>

const STATE_OPTIONS: readonly { value: string; label: string; state: Filters['state']; waits: Filters['waits'] }[] = [
  { value: '', label: 'All paid', state: null, waits: null },
  { value: 'paid', label: 'Paid', state: 'paid', waits: null },
  { value: 'refunded', label: 'Refunded', state: 'refunded', waits: null },
  { value: 'disputed', label: 'Disputed', state: 'disputed', waits: null },
  { value: 'any', label: 'All, including unpaid', state: 'any', waits: null },
  { value: 'waits-refund', label: 'Refund failed at the bank', state: null, waits: 'refund' },
  { value: 'waits-dispute', label: 'Dispute needs a response', state: null, waits: 'dispute' },
  { value: 'waits-payment', label: 'Paid, not delivered', state: null, waits: 'payment' },
]

const MONEY_OPTIONS = [
  { value: '', label: 'Live and test' },
  { value: 'real', label: 'Live' },
  { value: 'test', label: 'Test' },
] as const

const ALL_DAYS = ''
const SOME_DAYS = 'days'

type OrderFiltersProps = { filters: Filters; choices: Choices; onChange: (changed: Partial<Filters>) => void }

/** Each filter is applied as soon as it is selected. */
export function OrderFilters({ filters, choices, onChange }: OrderFiltersProps) {
  const { state, waits, product, coupon, money, since, until } = filters
  const which = STATE_OPTIONS.find((each) => each.waits === waits && (waits !== null || each.state === state))
  const months = listRecentMonths(choices.first_day)
  const month = months.find((each) => since === `${each}-01` && until === getMonthEnd(each))
  return (
    <>
      <FilterSelect
        label="Status"
        value={which?.value ?? ''}
        options={STATE_OPTIONS}
        onChange={(value) => {
          const chosen = STATE_OPTIONS.find((each) => each.value === value)
          onChange({ state: chosen?.state ?? null, waits: chosen?.waits ?? null })
        }}
      />
      <FilterSelect
        label="Product"
        value={product ?? ''}
        options={[{ value: '', label: 'All products' }, ...withChosen(product, listProducts(choices))]}
        onChange={(value) => onChange({ product: value || null })}
      />
      {(choices.coupons.length > 0 || coupon !== null) && (
        <FilterSelect
          label="Coupon"
          value={coupon ?? ''}
          options={[{ value: '', label: 'All' }, ...withChosen(coupon, listCoupons(choices))]}
          onChange={(value) => onChange({ coupon: value || null })}
        />
      )}
      <FilterSelect
        label="Mode"
        value={money ?? ''}
        options={MONEY_OPTIONS}
        onChange={(value) => onChange({ money: value || null })}
      />
      <FilterSelect
        label="Period"
        value={month ?? (since === null && until === null ? ALL_DAYS : SOME_DAYS)}
        options={[
          { value: ALL_DAYS, label: 'All time' },
          ...months.map((each) => ({ value: each, label: formatMonth(each, DEFAULT_LANGUAGE) })),
          { value: SOME_DAYS, label: 'Custom range' },
        ]}
        onChange={(value) => {
          if (value === ALL_DAYS) onChange({ since: null, until: null })
          else if (value === SOME_DAYS) onChange({ since: choices.today, until: choices.today })
          else onChange({ since: `${value}-01`, until: getMonthEnd(value) })
        }}
      />
      {month === undefined && (since !== null || until !== null) && (
        <DateFilters since={since} until={until} onChange={onChange} />
      )}
    </>
  )
}

type Option = { value: string; label: string }

const listProducts = ({ products }: Choices): Option[] => products.map(({ id, item }) => ({ value: id, label: item }))
const listCoupons = ({ coupons }: Choices): Option[] => coupons.map((code) => ({ value: code, label: code }))

/** A URL may contain a coupon or product that is no longer offered. */
function withChosen(chosen: string | null, options: Option[]): Option[] {
  if (chosen === null || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: chosen }]
}
