import { useState } from 'react'
import { Link } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { getSearchAddress } from './ui/search-address.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import type { Route } from './+types/coupons.page.ts'
import type { searchCoupons } from './coupons.contract.ts'
import type { readOrderChoices } from './orders.contract.ts'
import { couponActions } from './ui/coupon-actions.ts'
import { CouponForm } from './ui/coupon-form.tsx'
import { DateRangeText } from './ui/date-range-text.tsx'
import { useListAddress } from './ui/list-address.ts'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

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

export const clientAction = defineActions(couponActions)

export default function CouponsPage({ loaderData }: Route.ComponentProps) {
  const {
    found: { coupons, is_more: isMore },
    choices,
  } = getView(loaderData)
  const address = useListAddress('coupons')
  const [isMaking, setMaking] = useState(false)
  const action = useAction<typeof couponActions>()
  return (
    <ListPage
      address={address}
      items={coupons}
      keyOf={({ code }) => code}
      row={(coupon) => <CouponListItem coupon={coupon} />}
      count="Newest first"
      empty={{
        title: 'No coupons yet',
        children: <p className="text-sm text-muted">Create a code that gives buyers a discount.</p>,
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
              // The newest coupon is on the first page.
              address.clear()
              action.say(message)
            }}
          />
        ) : (
          <div>
            <Button onClick={() => setMaking(true)}>Create a coupon</Button>
          </div>
        )}
        <ActionNotice action={action} />
      </div>
    </ListPage>
  )
}

function CouponListItem({ coupon }: { coupon: Coupon }) {
  const { code, worth, items, since, until, uses, limit, per_member: perMember, orders, has_ended: hasEnded } = coupon
  const [isSure, setSure] = useState(false)
  const action = useAction<typeof couponActions>({ reloads: true })
  const end = async () => {
    if (await action.submit('endCoupon', code)) setSure(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">
          <span className="wrap-anywhere">{code}</span>
          {hasEnded && <span className="font-normal text-muted">, ended</span>}
        </p>
        <p className="text-sm text-pretty text-muted">
          {worth} {items.length === 0 ? 'everything' : items.join(', ')}
          <DateRangeText since={since} until={until} before=", " />
        </p>
      </div>
      <p className="text-sm text-muted sm:text-right">
        <span className="block">
          used {limit === null ? pluralize(uses, 'time') : `${uses} of ${pluralize(limit, 'time')}`}; limit:{' '}
          {perMember === 1 ? 'once' : pluralize(perMember, 'time')} per member{' '}
        </span>
        <span className="block">
          {orders === 0 ? (
            'no live orders'
          ) : (
            <>
              <Link
                to={getSearchAddress('/Studio/Orders/', { coupon: code, money: 'real' })}
                aria-label={`${pluralize(orders, 'order')} with ${code}`}
                className="relative -my-1.5 inline-block py-1.5 text-link underline"
              >
                {pluralize(orders, 'order')}
              </Link>
              , total discount <span className="money">{formatDollars(coupon.took_off)}</span>
            </>
          )}
        </span>
      </p>
      {!hasEnded && !isSure && (
        <Button variant="quiet" aria-label={`End ${code}…`} className="ml-auto" onClick={() => setSure(true)}>
          End…
        </Button>
      )}
      {isSure && (
        <div className="flex w-full flex-wrap items-center gap-3 border-t border-line pt-4">
          <p className="min-w-0 flex-1 basis-64 text-sm">
            Buyers will no longer be able to use {code}, and you can’t reactivate it. Checkouts already in progress keep
            the discount.
          </p>
          <Button busy={action.isBusy} onClick={() => void end()}>
            End coupon
          </Button>
          <Button variant="quiet" onClick={() => setSure(false)}>
            Cancel
          </Button>
        </div>
      )}
      <ActionNotice action={action} className="w-full" />
    </div>
  )
}
