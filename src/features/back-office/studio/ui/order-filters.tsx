import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { formatLongMonth } from '#shared/iso-dates.ts'
import { TextField } from '#web/ui/field.tsx'
import type { readOrderChoices, totalOrders } from '../orders.contract.ts'
import { FilterSelect } from './filter-select.tsx'
import { getMonthEnd, listRecentMonths } from './days.ts'

type OrderQuery = EndpointInput<typeof totalOrders>['body']
export type Filters = { [Name in keyof OrderQuery]-?: Exclude<OrderQuery[Name], undefined> }
type Choices = EndpointReply<typeof readOrderChoices>

const STATE_OPTIONS: readonly { value: string; label: string; state: Filters['state']; waits: Filters['waits'] }[] = [
  { value: '', label: 'All that were paid', state: null, waits: null },
  { value: 'paid', label: 'Paid and open', state: 'paid', waits: null },
  { value: 'refunded', label: 'Refunded', state: 'refunded', waits: null },
  { value: 'disputed', label: 'Disputed', state: 'disputed', waits: null },
  { value: 'any', label: 'Also begun and never paid', state: 'any', waits: null },
  { value: 'waits-refund', label: 'Refund failed at the bank', state: 'any', waits: 'refund' },
  { value: 'waits-dispute', label: 'Dispute waits for an answer', state: 'any', waits: 'dispute' },
  { value: 'waits-payment', label: 'Paid, and opened nothing', state: 'any', waits: 'payment' },
]

const MONEY_OPTIONS = [
  { value: '', label: 'Real and test money' },
  { value: 'real', label: 'Real money' },
  { value: 'test', label: 'Test money' },
] as const

const ALL_DAYS = ''
const SOME_DAYS = 'days'

type OrderFiltersProps = { filters: Filters; choices: Choices; onChange: (changed: Partial<Filters>) => void }

/** All filters except the search text; each applies when selected. */
export function OrderFilters({ filters, choices, onChange }: OrderFiltersProps) {
  const { state, waits, product, coupon, money, since, until } = filters
  const which = STATE_OPTIONS.find((each) => each.waits === waits && (waits !== null || each.state === state))
  const months = listRecentMonths(choices.first_day)
  const month = months.find((each) => since === `${each}-01` && until === getMonthEnd(each))
  return (
    <div className="mb-6 flex flex-wrap gap-x-4 gap-y-3">
      <FilterSelect
        label="Which"
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
        options={[
          { value: '', label: 'All products' },
          ...choices.products.map(({ id, item }) => ({ value: id, label: item })),
        ]}
        onChange={(value) => onChange({ product: value || null })}
      />
      {(choices.coupons.length > 0 || coupon !== null) && (
        <FilterSelect
          label="Coupon"
          value={coupon ?? ''}
          options={[
            { value: '', label: 'Any or none' },
            ...[...new Set([...choices.coupons, ...(coupon === null ? [] : [coupon])])].map((code) => ({
              value: code,
              label: code,
            })),
          ]}
          onChange={(value) => onChange({ coupon: value || null })}
        />
      )}
      <FilterSelect
        label="Money"
        value={money ?? ''}
        options={MONEY_OPTIONS}
        onChange={(value) => onChange({ money: MONEY_OPTIONS.find((each) => each.value === value)?.value || null })}
      />
      <FilterSelect
        label="Days"
        value={month ?? (since === null && until === null ? ALL_DAYS : SOME_DAYS)}
        options={[
          { value: ALL_DAYS, label: 'All days' },
          ...months.map((each) => ({ value: each, label: formatLongMonth(each) })),
          { value: SOME_DAYS, label: 'From a day to a day' },
        ]}
        onChange={(value) => {
          if (value === ALL_DAYS) onChange({ since: null, until: null })
          else if (value === SOME_DAYS) onChange({ since: choices.today, until: choices.today })
          else onChange({ since: `${value}-01`, until: getMonthEnd(value) })
        }}
      />
      {month === undefined && (since !== null || until !== null) && (
        <div className="flex min-w-0 flex-1 basis-72 gap-4">
          {[
            { label: 'From', name: 'since' as const, day: since },
            { label: 'To', name: 'until' as const, day: until },
          ].map(({ label, name, day }) => (
            <div key={name} className="min-w-0 flex-1">
              <TextField
                label={label}
                type="date"
                value={day ?? ''}
                onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value || null })}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
