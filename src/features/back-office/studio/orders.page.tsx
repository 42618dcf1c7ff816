import { useState } from 'react'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/orders.page.ts'
import type { findOrders, Order, readOrderChoices, totalOrders } from './orders.contract.ts'
import { parseDateRange } from './ui/days.ts'
import { type Filters, OrderFilters } from './ui/order-filters.tsx'
import { OrderList } from './ui/order-list.tsx'
import { OrderTotals } from './ui/order-totals.tsx'
import { SearchForm } from './ui/search-form.tsx'
import { ShowMore } from './ui/show-more.tsx'
import { StudioLoadError, StudioLayout, StudioLoading } from './ui/studio-frame.tsx'
import { useAction } from './ui/use-action.tsx'
import { appendNextPage } from './ui/append-page.ts'

type OrderSearchResult = EndpointReply<typeof findOrders>
type OrderTotalsReply = EndpointReply<typeof totalOrders>

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Orders', isPersonal: true })

const search = (body: EndpointInput<typeof findOrders>['body'], signal?: AbortSignal) =>
  call<typeof findOrders>('POST /Academy/api/studio/orders/', { body, ...(signal && { signal }) })

/** Undefined when they can't be loaded: the list is shown without them. */
const add = (body: Filters, signal?: AbortSignal): Promise<OrderTotalsReply | undefined> =>
  call<typeof totalOrders>('POST /Academy/api/studio/orders/sums/', { body, ...(signal && { signal }) }).catch(
    (error: unknown) => {
      console.error(error)
      return undefined
    },
  )

const NO_FILTERS: Filters = {
  words: '',
  state: null,
  product: null,
  coupon: null,
  since: null,
  until: null,
  money: null,
  waits: null,
}

/** Filters in links from other screens: dates, product, coupon, issues. Never search text. */
function parseFilters(query: URLSearchParams): Filters {
  const oneOf = <const Word extends string>(name: string, words: readonly Word[]) =>
    words.find((word) => word === query.get(name)) ?? null
  return {
    ...NO_FILTERS,
    ...parseDateRange(query),
    product: query.get('product'),
    coupon: query.get('coupon'),
    state: oneOf('state', ['paid', 'refunded', 'disputed', 'any']),
    money: oneOf('money', ['real', 'test']),
    waits: oneOf('waits', ['refund', 'dispute', 'payment']),
  }
}

export const clientLoader = memberLoader(
  async ({ request: { url, signal } }: Route.ClientLoaderArgs) => {
    const filters = parseFilters(new URL(url).searchParams)
    const [found, sums, choices] = await Promise.all([
      search(filters, signal),
      add(filters, signal),
      call<typeof readOrderChoices>('GET /Academy/api/studio/orders/choices/', { signal }),
    ])
    return { filters, found, sums, choices }
  },
  // For everyone but staff the studio does not exist.
  { reasons: ['missing'] },
)

export function HydrateFallback() {
  return <StudioLoading title="Orders" />
}

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioLoadError title="Orders" />}>
      {(loaded) => <Orders key={JSON.stringify(loaded.filters)} {...loaded} />}
    </LoadedPage>
  )
}

type Loaded = {
  filters: Filters
  found: OrderSearchResult
  sums: OrderTotalsReply | undefined
  choices: EndpointReply<typeof readOrderChoices>
}

function Orders({ filters: firstFilters, found: firstFound, sums: firstSums, choices }: Loaded) {
  const [found, setFound] = useState(firstFound)
  const [sums, setSums] = useState(firstSums)
  const [filters, setFilters] = useState(firstFilters)
  /** The filters of the shown results; more text may have been typed since. */
  const [asked, setAsked] = useState(firstFilters)
  const { isBusy, outcome, run } = useAction()

  const look = (wanted: Filters) => {
    setFilters(wanted)
    return run(async () => {
      const [orders, added] = await Promise.all([search(wanted), add(wanted)])
      setFound(orders)
      setSums(added)
      setAsked(wanted)
      return undefined
    })
  }
  const older = () =>
    run(async () => {
      setFound(await appendNextPage(found, 'orders', (last) => search({ ...asked, after: last.order_number })))
      return undefined
    })
  const changed = (order: Order) => {
    setFound((now) => ({
      ...now,
      orders: now.orders.map((one) => (one.order_number === order.order_number ? order : one)),
    }))
    void add(asked).then(setSums)
  }

  return (
    <StudioLayout title="Orders">
      <SearchForm
        label="Find an order"
        hint="By the buyer’s name or email address, the product, or the number of the order, the payment or a certificate."
        value={filters.words}
        isBusy={isBusy}
        onChange={(words) => setFilters({ ...filters, words })}
        onSearch={() => void look(filters)}
      />
      <OrderFilters filters={filters} choices={choices} onChange={(chosen) => void look({ ...filters, ...chosen })} />
      {sums && <OrderTotals sums={sums} filters={asked} />}
      {outcome}
      <p role="status" className="mb-3 text-sm text-muted">
        {found.orders.length > 0 &&
          `${pluralize(found.orders.length, 'order')}, the newest first${found.is_more ? '; there are older ones' : ''}`}
      </p>
      {found.orders.length === 0 ? (
        <EmptyState icon="file" title="No such orders">
          <p className="text-sm text-muted">What was begun and never paid is shown by “Also begun and never paid”.</p>
        </EmptyState>
      ) : (
        <OrderList orders={found.orders} showsBuyers onChanged={changed} />
      )}
      {found.is_more && <ShowMore busy={isBusy} onMore={older} />}
    </StudioLayout>
  )
}
