import { useState } from 'react'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { defineActions } from '#web/client/actions.ts'
import { call, callForFile } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import type { Route } from './+types/orders.page.ts'
import type { exportOrderList, findOrders, readOrderChoices, totalOrders } from './orders.contract.ts'
import { SORT_NAMES, useListAddress } from './ui/list-address.ts'
import { downloadActions, FILE_LIMIT_MS, ListDownload } from './ui/list-download.tsx'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { orderActions } from './ui/order-actions.ts'
import { OrderFilters } from './ui/order-filters.tsx'
import { OrderListItem } from './ui/order-list.tsx'
import { OrderTotals } from './ui/order-totals.tsx'
import { readSearchText } from './ui/search-text.ts'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'
import { useReplaced } from './ui/use-replaced.ts'

type TotalsRequest = EndpointInput<typeof totalOrders>['body']

export const handle: StudioHandle = { title: 'Orders' }
export const meta = studioMeta

/** Undefined if the totals can't be loaded, in which case the list is shown without them. */
const loadTotals = (
  body: TotalsRequest,
  signal?: AbortSignal,
): Promise<EndpointReply<typeof totalOrders> | undefined> =>
  call<typeof totalOrders>('POST /Academy/api/studio/orders/sums/', { body, ...(signal && { signal }) }).catch(
    (error: unknown) => {
      console.error(error)
      return undefined
    },
  )

export const clientLoader = studioLoader(async ({ request: { url, signal } }: Route.ClientLoaderArgs) => {
  const { search, sort, after, ...filters } = parseFilters('orders', new URL(url).searchParams)
  // If `waits` is set, the state doesn't matter: for example, a payment that was not delivered has no paid order yet.
  const state = filters.waits === null ? filters.state : 'any'
  const wanted = { ...filters, state, words: readSearchText(search) }
  const [found, sums, choices] = await Promise.all([
    loadPage({ ...wanted, sort, after }, (body) =>
      call<typeof findOrders>('POST /Academy/api/studio/orders/', { body, signal }),
    ),
    loadTotals(wanted, signal),
    call<typeof readOrderChoices>('GET /Academy/api/studio/orders/choices/', { signal }),
  ])
  return { wanted, found, sums, choices }
})

const actions = downloadActions('orders.csv', (body: EndpointInput<typeof exportOrderList>['body']) =>
  callForFile<typeof exportOrderList>('POST /Academy/api/studio/orders/file/', { body, limitMs: FILE_LIMIT_MS }),
)

export const clientAction = defineActions(actions, orderActions)

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { wanted, found, sums: loadedSums, choices } = getView(loaderData)
  const address = useListAddress('orders')
  const { items: orders, replace } = useReplaced(found.orders)
  const [sumsNow, setSumsNow] = useState({ of: found, sums: loadedSums })
  const sums = sumsNow.of === found ? sumsNow.sums : loadedSums
  return (
    <ListPage
      address={address}
      search={{
        label: 'Search orders',
        hint: 'Buyer’s name or email, product, order number, payment ID, or certificate ID.',
        text: wanted.words,
      }}
      filters={<OrderFilters filters={address.filters} choices={choices} onChange={address.change} />}
      items={orders}
      keyOf={({ order_number: number }) => number}
      row={(order) => (
        <OrderListItem
          order={order}
          showsBuyers
          onChanged={(changed) => {
            replace((each) => (each.order_number === changed.order_number ? changed : each))
            void loadTotals(wanted).then((changedSums) => setSumsNow({ of: found, sums: changedSums }))
          }}
        />
      )}
      count={`${pluralize(orders.length, 'order')}, ${SORT_NAMES[address.filters.sort]}${found.is_more ? '; more on the next page' : ''}`}
      download={<ListDownload permission="export lists" filters={{ ...wanted, sort: address.filters.sort }} />}
      empty={{
        title: 'No orders found',
        children: (
          <p className="text-sm text-muted">To include unpaid orders, select the status “All, including unpaid.”</p>
        ),
      }}
      next={found.is_more ? (orders.at(-1)?.order_number ?? null) : null}
    >
      {sums && <OrderTotals sums={sums} filters={wanted} />}
    </ListPage>
  )
}
