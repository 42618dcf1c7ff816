import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { useAction } from '#web/client/use-action.ts'
import { ActionNotice } from '#web/ui/form.tsx'
import type { Route } from './+types/coupons.page.ts'
import type { searchCoupons } from './coupons.contract.ts'
import type { readOrderChoices } from './orders.contract.ts'
import { couponActions } from './ui/coupon-actions.ts'
import { CouponForm } from './ui/coupon-form.tsx'
import { CouponListItem } from './ui/coupon-list-item.tsx'
import { InlinePrompt } from './ui/inline-prompt.tsx'
import { useListAddress } from './ui/list-address.ts'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

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
  const action = useAction<typeof couponActions>()
  return (
    <ListPage
      address={address}
      items={coupons}
      keyOf={({ code }) => code}
      row={(coupon) => <CouponListItem coupon={coupon} products={choices.products} />}
      count="Newest first"
      empty={{
        title: 'No coupons yet',
        children: <p className="text-sm text-muted">Create a code that gives buyers a discount.</p>,
      }}
      next={isMore ? (coupons.at(-1)?.code ?? null) : null}
    >
      <div className="mb-6 flex flex-col gap-4">
        <InlinePrompt label="Create a coupon" variant="primary" isOpenAtFirst={address.opensForm}>
          {(close) => (
            <CouponForm
              products={choices.products}
              onClose={close}
              onMade={(message) => {
                close()
                // The newest coupon is on the first page.
                address.clear()
                action.say(message)
              }}
            />
          )}
        </InlinePrompt>
        <ActionNotice action={action} />
      </div>
    </ListPage>
  )
}
