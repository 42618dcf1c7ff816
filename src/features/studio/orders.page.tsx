import { useId, useRef, useState } from 'react'
import type { InputOf, ReplyOf } from '#shared/endpoint.ts'
import { counted } from '#shared/counted.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/loaded.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/orders.page.ts'
import type { findOrders, Order } from './orders.contract.ts'
import { OrderList } from './ui/order-list.tsx'
import { SearchForm } from './ui/search-form.tsx'
import { StudioFailed, StudioFrame } from './ui/studio-frame.tsx'
import { useDeed } from './ui/use-deed.tsx'

type Found = ReplyOf<typeof findOrders>
type Wanted = InputOf<typeof findOrders>['body']
type State = NonNullable<Wanted['state']>

const STATES: readonly { state: State | ''; label: string }[] = [
  { state: '', label: 'All that were paid' },
  { state: 'paid', label: 'Paid and open' },
  { state: 'refunded', label: 'Refunded' },
  { state: 'disputed', label: 'Disputed' },
  { state: 'any', label: 'Also begun and never paid' },
]

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Studio', isPersonal: true })

const search = (body: Wanted, signal?: AbortSignal) =>
  call<typeof findOrders>('POST /Academy/api/studio/orders/', { body, ...(signal && { signal }) })

export const clientLoader = memberLoader(
  ({ request: { signal } }: Route.ClientLoaderArgs) => search({}, signal),
  // To everybody but staff there is no studio.
  { tells: ['missing'] },
)

export function HydrateFallback() {
  return (
    <StudioFrame title="Orders">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className="h-96" />
    </StudioFrame>
  )
}

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioFailed title="Orders" />}>
      {(found) => <Orders first={found} />}
    </LoadedPage>
  )
}

function Orders({ first }: { first: Found }) {
  const [found, setFound] = useState(first)
  const [words, setWords] = useState('')
  const [state, setState] = useState<State | ''>('')
  const asked = useRef<Wanted>({})
  const select = useId()
  const { isBusy, outcome, run } = useDeed()

  const look = (wanted: State | '' = state) =>
    run(async () => {
      asked.current = { words, state: wanted || null }
      setFound(await search(asked.current))
      return undefined
    })
  const older = () =>
    run(async () => {
      const last = found.orders.at(-1)
      if (!last) return undefined
      const more = await search({ ...asked.current, after: last.order_number })
      setFound({ orders: [...found.orders, ...more.orders], is_more: more.is_more })
      return undefined
    })
  const changed = (order: Order) =>
    setFound((now) => ({
      ...now,
      orders: now.orders.map((one) => (one.order_number === order.order_number ? order : one)),
    }))

  return (
    <StudioFrame title="Orders">
      <SearchForm
        label="Find an order"
        hint="By the buyer’s name or email address, the order number, or the product."
        value={words}
        isBusy={isBusy}
        onChange={setWords}
        onSearch={() => void look()}
      >
        <div className="basis-60 self-start">
          <label htmlFor={select} className="mb-1 block text-sm font-semibold">
            Which
          </label>
          <select
            id={select}
            value={state}
            onChange={({ currentTarget }) => {
              const { state: chosen } = STATES.find((each) => each.state === currentTarget.value) ?? { state: '' }
              setState(chosen)
              void look(chosen)
            }}
            className="block min-h-11 w-full rounded-control border border-edge bg-surface px-3 py-2 text-base"
          >
            {STATES.map(({ state: value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </SearchForm>
      {outcome}
      <p role="status" className="mb-3 text-sm text-muted">
        {found.orders.length > 0 &&
          `${counted(found.orders.length, 'order')}, the newest first${found.is_more ? '; there are older ones' : ''}`}
      </p>
      {found.orders.length === 0 ? (
        <EmptyState icon="file" title="No such orders">
          <p className="text-sm text-muted">What was begun and never paid is shown by “Also begun and never paid”.</p>
        </EmptyState>
      ) : (
        <OrderList orders={found.orders} showsBuyers onChanged={changed} />
      )}
      {found.is_more && (
        <p className="mt-6 text-center">
          <Button variant="quiet" busy={isBusy} onClick={() => void older()}>
            Show older ones
          </Button>
        </p>
      )}
    </StudioFrame>
  )
}
