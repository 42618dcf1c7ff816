import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { pageAddress } from '#shared/pages.ts'
import { UNREACHABLE } from '#web/client/actions.ts'
import { type Action, useAction } from '#web/client/use-action.ts'
import { Time } from '#web/shell/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import type { ListedProduct, readSaleEffect } from '../catalog.contract.ts'
import type { catalogActions } from './catalog-actions.ts'

type ProductLineProps = {
  product: ListedProduct
  action: Action<typeof catalogActions>
  /** Called after sales of the product were stopped or started. */
  onSaleChange: (product: ListedProduct, isOnSale: boolean) => void
}

/** A product in the catalog, with what staff can do to it. */
export function ProductLine({ product, action, onSaleChange }: ProductLineProps) {
  const { id, name, price, address, is_on_sale: isOnSale } = product
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const close = () => {
    setAsking(false)
    // The focused button is gone.
    toggle.current?.focus()
  }
  const copy = async () => {
    const begun = await action.submit('duplicate', id)
    if (begun) await navigate(pageAddress('/Studio/Catalogue/:id', { id: begun.id }))
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-52">
        <Link
          to={pageAddress('/Studio/Catalogue/:id', { id })}
          className="inline-block py-1 font-semibold text-pretty wrap-anywhere text-link hover:underline"
        >
          {name || 'Untitled'}
        </Link>
        <p className="text-sm text-muted">
          {formatState(product, price)} · changed <Time at={product.changed} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          aria-label={`Duplicate ${name}`}
          busy={action.isRunning('duplicate', id)}
          onClick={() => void copy()}
        >
          {' '}
          Duplicate{' '}
        </Button>
        {address !== null && (
          <Button
            ref={toggle}
            variant="quiet"
            aria-label={`${isOnSale ? 'Stop selling…' : 'Offer for sale…'} ${name}`}
            aria-expanded={isAsking}
            onClick={() => setAsking(!isAsking)}
          >
            {isOnSale ? 'Stop selling…' : 'Offer for sale…'}
          </Button>
        )}
      </div>
      {isAsking && <SaleQuestion product={product} action={action} onSaleChange={onSaleChange} onClose={close} />}
    </div>
  )
}

/** Before sales of a product start or stop, explains what will change and for whom. */
function SaleQuestion({ product, action, onSaleChange, onClose }: ProductLineProps & { onClose: () => void }) {
  const { id, kind, name, price, is_on_sale: isOnSale } = product
  const effect = useAction<typeof catalogActions>({ unreachable: UNREACHABLE })
  const load = useEffectEvent(() => void effect.submit('readSaleEffect', id))
  useEffect(() => {
    if (isOnSale) load()
  }, [isOnSale])
  const counts = effect.result('readSaleEffect')
  const save = async () => {
    if (!(await action.submit('putOnSale', id, !isOnSale))) return
    onSaleChange(product, !isOnSale)
    onClose()
  }
  return (
    <div className="flex w-full flex-col gap-3 border-t border-line py-4 text-sm" role="group" aria-label={name}>
      {isOnSale ? (
        <>
          <p className="max-w-text text-pretty">
            Visitors can’t buy this {kind} or open its page anymore, and links to it stop working. You can offer it for
            sale again at any time.
          </p>
          {counts && <p className="max-w-text text-pretty">{describeEffect(counts)}</p>}
          <ActionNotice action={effect} />
        </>
      ) : (
        <p className="max-w-text text-pretty">
          Visitors can find and buy this {kind}
          {price !== null && Number(price) > 0 ? ` for ${formatDollars(price)}` : ''}. Its page and all links to it work
          again.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button busy={action.isRunning('putOnSale', id)} onClick={() => void save()}>
          {isOnSale ? 'Stop selling' : 'Offer for sale'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function describeEffect({ owners, checkouts }: EndpointReply<typeof readSaleEffect>): string {
  const who =
    owners === 0
      ? 'No member has it yet.'
      : owners === 1
        ? 'One member has it and keeps it.'
        : `${owners} members have it and keep it.`
  if (checkouts === 0) return `${who} No one is paying for it right now.`
  const people = checkouts === 1 ? 'One person is' : `${checkouts} people are`
  return `${who} ${people} paying for it right now. Payments they have already sent still give access. They can’t send new ones.`
}

function formatState({ address, is_on_sale, has_draft }: ListedProduct, price: string | null): string {
  const facts = [
    address === null ? 'Never published' : is_on_sale ? 'For sale' : 'Not for sale',
    price === null ? undefined : price === '0.00' ? 'free' : formatDollars(price),
    has_draft && address !== null ? 'unpublished changes' : undefined,
  ]
  return facts.filter(Boolean).join(' · ')
}
