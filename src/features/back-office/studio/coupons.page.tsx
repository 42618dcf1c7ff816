import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { getSearchAddress } from './ui/search-address.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/coupons.page.ts'
import type { endACoupon, searchCoupons } from './coupons.contract.ts'
import type { readOrderChoices } from './orders.contract.ts'
import { CouponForm } from './ui/coupon-form.tsx'
import { formatDateRange } from './ui/days.ts'
import { ShowMore } from './ui/show-more.tsx'
import { StudioLoadError, StudioLayout, StudioLoading } from './ui/studio-frame.tsx'
import { useAction } from './ui/use-action.tsx'

type CouponSearchResult = EndpointReply<typeof searchCoupons>
type Coupon = CouponSearchResult['coupons'][number]
type Choices = EndpointReply<typeof readOrderChoices>

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Coupons', isPersonal: true })

const search = (after: string | null, signal?: AbortSignal) =>
  call<typeof searchCoupons>('POST /Academy/api/studio/coupons/', { body: { after }, ...(signal && { signal }) })

export const clientLoader = memberLoader(
  async ({ request: { signal } }: Route.ClientLoaderArgs) => {
    const [found, choices] = await Promise.all([
      search(null, signal),
      call<typeof readOrderChoices>('GET /Academy/api/studio/orders/choices/', { signal }),
    ])
    return { found, choices }
  },
  { reasons: ['missing'] },
)

export function HydrateFallback() {
  return <StudioLoading title="Coupons" />
}

export default function CouponsPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioLoadError title="Coupons" />}>
      {({ found, choices }) => <Coupons found={found} choices={choices} />}
    </LoadedPage>
  )
}

function Coupons({ found, choices }: { found: CouponSearchResult; choices: Choices }) {
  const { revalidate } = useRevalidator()
  const [isMaking, setMaking] = useState(false)
  const [older, setOlder] = useState<Coupon[]>([])
  const [isMore, setMore] = useState(found.is_more)
  const made = useAction()
  const more = useAction()
  const coupons = [...found.coupons, ...older]
  const showOlder = () =>
    more.run(async () => {
      const next = await search(coupons.at(-1)?.code ?? null)
      setOlder([...older, ...next.coupons])
      setMore(next.is_more)
      return undefined
    })
  const anew = async () => {
    setOlder([])
    await revalidate()
  }
  return (
    <StudioLayout title="Coupons">
      <div className="mb-6 flex flex-col gap-4">
        {isMaking ? (
          <CouponForm
            products={choices.products}
            onClose={() => setMaking(false)}
            onMade={(message) => {
              setMaking(false)
              void made.run(async () => {
                await anew()
                return message
              })
            }}
          />
        ) : (
          <div>
            <Button onClick={() => setMaking(true)}>Make a coupon</Button>
          </div>
        )}
        {made.outcome}
      </div>
      {coupons.length === 0 ? (
        <EmptyState icon="file" title="No coupons yet">
          <p className="text-sm text-muted">A coupon is a code that makes something cheaper, or free.</p>
        </EmptyState>
      ) : (
        <ul className="flex flex-col rounded-card border border-line bg-surface">
          {coupons.map((coupon) => (
            <li key={coupon.code} className="border-b border-line p-4 last:border-b-0 sm:px-6">
              <CouponListItem coupon={coupon} onEnded={anew} />
            </li>
          ))}
        </ul>
      )}
      {more.outcome}
      {isMore && <ShowMore busy={more.isBusy} onMore={showOlder} />}
    </StudioLayout>
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
