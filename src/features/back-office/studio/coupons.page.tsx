import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { getSearchAddress } from './ui/search-address.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { call } from '#web/client/api.ts'
import { Button } from '#web/ui/button.tsx'
import type { Route } from './+types/coupons.page.ts'
import type { endACoupon, searchCoupons } from './coupons.contract.ts'
import type { readOrderChoices } from './orders.contract.ts'
import { CouponForm } from './ui/coupon-form.tsx'
import { formatDateRange } from './ui/days.ts'
import { loadPage, useListAddress } from './ui/list-address.ts'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'
import { useAction } from './ui/use-action.tsx'

type Coupon = EndpointReply<typeof searchCoupons>['coupons'][number]

export const handle: StudioHandle = { title: 'Coupons' }
export const meta = studioMeta

export const clientLoader = studioLoader(async ({ request: { url, signal } }: Route.ClientLoaderArgs) => {
  const [found, choices] = await Promise.all([
    loadPage(parseFilters('coupons', new URL(url).searchParams), (body) =>
      call<typeof searchCoupons>('POST /Academy/api/studio/coupons/', { body, signal }),
    ),
    call<typeof readOrderChoices>('GET /Academy/api/studio/orders/choices/', { signal }),
  ])
  return { found, choices }
})

export default function CouponsPage({ loaderData }: Route.ComponentProps) {
  const {
    found: { coupons, is_more: isMore },
    choices,
  } = getView(loaderData)
  const address = useListAddress('coupons')
  const { revalidate } = useRevalidator()
  const [isMaking, setMaking] = useState(false)
  const made = useAction()
  return (
    <ListPage
      address={address}
      items={coupons}
      keyOf={({ code }) => code}
      row={(coupon) => <CouponListItem coupon={coupon} onEnded={revalidate} />}
      count="The newest first"
      empty={{
        title: 'No coupons yet',
        children: <p className="text-sm text-muted">A coupon is a code that makes something cheaper, or free.</p>,
      }}
      next={isMore ? (coupons.at(-1)?.code ?? null) : null}
    >
      <div className="mb-6 flex flex-col gap-4">
        {isMaking ? (
          <CouponForm
            products={choices.products}
            onClose={() => setMaking(false)}
            onMade={(message) => {
              setMaking(false)
              // The newest is on the first page.
              address.clear()
              void made.run(() => Promise.resolve(message))
            }}
          />
        ) : (
          <div>
            <Button onClick={() => setMaking(true)}>Make a coupon</Button>
          </div>
        )}
        {made.outcome}
      </div>
    </ListPage>
  )
}

function CouponListItem({ coupon, onEnded }: { coupon: Coupon; onEnded: () => Promise<void> }) {
  const { code, worth, items, since, until, uses, limit, per_member: perMember, orders, has_ended: hasEnded } = coupon
  const [isSure, setSure] = useState(false)
  const { isBusy, outcome, run } = useAction()
  const end = () =>
    run(async () => {
      const { message } = await call<typeof endACoupon>('POST /Academy/api/studio/coupons/:code/end/', {
        params: { code },
        body: {},
      })
      setSure(false)
      await onEnded()
      return message
    })
  const days = formatDateRange({ since, until })
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">
          <span className="wrap-anywhere">{code}</span>
          {hasEnded && <span className="font-normal text-muted">, ended</span>}
        </p>
        <p className="text-sm text-pretty text-muted">
          {worth} {items.length === 0 ? 'everything' : items.join(', ')}
          {days && (
            <>
              , <span className="whitespace-nowrap">{days}</span>
            </>
          )}
        </p>
      </div>
      <p className="text-sm text-muted sm:text-right">
        <span className="block">
          used {limit === null ? pluralize(uses, 'time') : `${uses} of ${pluralize(limit, 'time')}`},{' '}
          {perMember === 1 ? 'once' : pluralize(perMember, 'time')} a member
        </span>
        <span className="block">
          {orders === 0 ? (
            'no orders of real money'
          ) : (
            <>
              <Link
                to={getSearchAddress('/Studio/Orders/', { coupon: code, money: 'real' })}
                aria-label={`${pluralize(orders, 'order')} with ${code}`}
                className="relative -my-1.5 inline-block py-1.5 text-link underline"
              >
                {pluralize(orders, 'order')}
              </Link>
              , took off <span className="money">{formatDollars(coupon.took_off)}</span>
            </>
          )}
        </span>
      </p>
      {!hasEnded && !isSure && (
        <Button variant="quiet" aria-label={`End ${code} …`} className="ml-auto" onClick={() => setSure(true)}>
          End …
        </Button>
      )}
      {isSure && (
        <div className="flex w-full flex-wrap items-center gap-3 border-t border-line pt-4">
          <p className="min-w-0 flex-1 basis-64 text-sm">
            Nobody can use {code} from then on, and it can’t be opened again. What was begun with it keeps its price.
          </p>
          <Button busy={isBusy} onClick={() => void end()}>
            End it now
          </Button>
          <Button variant="quiet" onClick={() => setSure(false)}>
            Cancel
          </Button>
        </div>
      )}
      {outcome && <div className="w-full">{outcome}</div>}
    </div>
  )
}
