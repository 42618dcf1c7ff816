import { type MouseEvent, useState } from 'react'
import { Link } from 'react-router'
import { hasPermissionForAny } from '#shared/policy.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { type Action, useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import type { couponActions } from './coupon-actions.ts'
import { type Coupon, CouponForm } from './coupon-form.tsx'
import { CouponLink } from './coupon-link.tsx'
import { DateRangeText } from './date-range-text.tsx'
import { getSearchAddress } from './search-address.ts'
import { useStaff } from './staff.ts'
import { usePanelFocus } from './use-panel-focus.ts'

type CouponListItemProps = { coupon: Coupon; products: readonly { id: string; item: string }[] }

/** A coupon with what staff can do to it. At most one panel is open. */
export function CouponListItem({ coupon, products }: CouponListItemProps) {
  const { code, name, has_ended: hasEnded, is_changeable: isChangeable } = coupon
  const [open, setOpen] = useState<'link' | 'change' | 'end'>()
  const role = useStaff()?.role
  const action = useAction<typeof couponActions>({ reloads: true })
  const close = () => setOpen(undefined)
  const { opener, panel } = usePanelFocus(open === 'change' || open === 'end')
  const may = (permission: 'change coupon' | 'end coupon') =>
    role !== undefined && hasPermissionForAny(role, permission)
  const toggle = (of: 'link' | 'change' | 'end') => ({
    'aria-expanded': open === of,
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      opener.current = currentTarget
      action.clear()
      setOpen(open === of ? undefined : of)
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">
          <span className="wrap-anywhere">{code}</span>
          {hasEnded && <span className="font-normal text-muted">, ended</span>}
        </p>
        {name && <p className="text-sm wrap-anywhere">{name}</p>}
        <p className="text-sm text-pretty text-muted">
          {coupon.worth} {coupon.items.length === 0 ? 'everything' : coupon.items.join(', ')}
          <DateRangeText since={coupon.since} until={coupon.until} before=", " />
        </p>
      </div>
      <CouponUse coupon={coupon} />
      <div className="ml-auto flex flex-wrap gap-2 empty:hidden">
        {!hasEnded && (
          <Button variant="quiet" aria-label={`Link to ${code}`} {...toggle('link')}>
            Link
          </Button>
        )}
        {isChangeable && may('change coupon') && (
          <Button variant="quiet" aria-label={`Change ${code}…`} {...toggle('change')}>
            Change…
          </Button>
        )}
        {!hasEnded && may('end coupon') && (
          <Button variant="quiet" aria-label={`End ${code}…`} {...toggle('end')}>
            End…
          </Button>
        )}
      </div>
      {open === 'link' && <CouponLink code={code} />}
      <div ref={panel} className="w-full empty:hidden">
        {open === 'change' && (
          <CouponForm
            coupon={coupon}
            products={products}
            onClose={close}
            onMade={(message) => {
              close()
              action.say(message)
            }}
          />
        )}
        {open === 'end' && <EndCoupon code={code} action={action} onClose={close} />}
      </div>
      <ActionNotice action={action} className="w-full" />
    </div>
  )
}

function CouponUse({
  coupon: { code, uses, limit, per_member: perMember, orders, took_off: tookOff },
}: {
  coupon: Coupon
}) {
  return (
    <p className="text-sm text-muted sm:text-right">
      <span className="block">
        Used {limit === null ? pluralize(uses, 'time') : `${uses} of ${pluralize(limit, 'time')}`}; limit:{' '}
        {perMember === 1 ? 'once' : pluralize(perMember, 'time')} per member{' '}
      </span>
      <span className="block">
        {orders === 0 ? (
          'No live orders'
        ) : (
          <>
            <Link
              to={getSearchAddress('/Studio/Orders/', { coupon: code, money: 'real' })}
              aria-label={`${pluralize(orders, 'order')} with ${code}`}
              className="relative -my-1.5 inline-block py-1.5 text-link underline"
            >
              {pluralize(orders, 'order')}
            </Link>
            , total discount <span className="money">{formatDollars(tookOff)}</span>
          </>
        )}
      </span>
    </p>
  )
}

type EndCouponProps = { code: string; action: Action<typeof couponActions>; onClose: () => void }

function EndCoupon({ code, action, onClose }: EndCouponProps) {
  const end = async () => {
    if (await action.submit('endCoupon', code)) onClose()
  }
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
      <p className="min-w-0 flex-1 basis-64 text-sm">
        Buyers will no longer be able to use {code}, and you can’t reactivate it. Checkouts already in progress keep the
        discount.
      </p>
      <Button busy={action.isBusy} onClick={() => void end()}>
        End coupon
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </div>
  )
}
