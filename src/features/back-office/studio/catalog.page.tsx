import { type ComponentProps, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { capitalizeKind, type Kind, KIND_NAMES, mapKinds } from '#shared/kinds.ts'
import { pageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { useSavedDraft } from '#web/client/member-storage.ts'
import { type Action, useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/catalog.page.ts'
import type { ListedProduct, listProducts } from './catalog.contract.ts'
import { catalogActions } from './ui/catalog-actions.ts'
import { useListAddress } from './ui/list-address.ts'
import { ReorderableList } from './ui/ordered-list.tsx'
import { ProductLine } from './ui/product-line.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

const SHELVES = mapKinds((kind) => `${capitalizeKind(kind)}s`)

export const handle: StudioHandle = { title: 'Catalog' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof listProducts>('GET /Academy/api/studio/products/', { signal }),
)

export const clientAction = defineActions(catalogActions)

export default function CatalogPage({ loaderData }: Route.ComponentProps) {
  const { products } = getView(loaderData)
  return <Catalog products={products} />
}

function Catalog({ products }: { products: ListedProduct[] }) {
  const [{ words }, setTyped] = useSavedDraft('catalog', () => ({ words: '' }))
  const address = useListAddress('products')
  const state = address.filters.state ?? ''
  const action = useAction<typeof catalogActions>({ reloads: true })
  const [stopped, setStopped] = useState<ListedProduct>()
  const isWanted = (product: ListedProduct) =>
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => `${product.name} ${product.address ?? ''}`.toLowerCase().includes(word)) &&
    matchesState(product, state)
  const isFiltered = words.trim() !== '' || state !== ''
  return (
    <>
      <NewProduct />
      <div className="mb-8 flex flex-wrap gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            label="Search"
            type="search"
            autoComplete="off"
            value={words}
            onChange={({ currentTarget: { value } }) => setTyped(value === '' ? undefined : { words: value })}
          />
        </div>
        <SelectField
          label="Status"
          value={state}
          options={STATES}
          onChange={(chosen) => address.change({ state: chosen || null })}
        />
      </div>
      <CatalogNotice action={action} stopped={stopped} onResumed={() => setStopped(undefined)} />
      <div className="flex flex-col gap-10">
        {KIND_NAMES.map((kind) => (
          <Shelf
            key={kind}
            kind={kind}
            products={products.filter((product) => product.kind === kind && isWanted(product))}
            isFiltered={isFiltered}
            action={action}
            onSaleChange={(product, isOnSale) => setStopped(isOnSale ? undefined : product)}
          />
        ))}
      </div>
    </>
  )
}

type CatalogNoticeProps = {
  action: Action<typeof catalogActions>
  /** The product whose sales were just stopped. */
  stopped: ListedProduct | undefined
  onResumed: () => void
}

/** The outcome of the last action. Sales that were just stopped can be resumed from here. */
function CatalogNotice({ action, stopped, onResumed }: CatalogNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  const undo = async (id: string) => {
    if (!(await action.submit('putOnSale', id, true))) return
    onResumed()
    // The pressed button is gone.
    notice.current?.focus({ preventScroll: true })
  }
  return (
    <div ref={notice} tabIndex={-1} className="outline-none not-empty:mb-6">
      {!stopped || action.last !== 'putOnSale' || action.error !== undefined ? (
        <ActionNotice action={action} />
      ) : (
        <Notice
          kind="success"
          action={
            <Button variant="quiet" onClick={() => void undo(stopped.id)}>
              Undo
            </Button>
          }
        >
          {stopped.name} is no longer for sale. Members who have it keep it.
        </Notice>
      )}
    </div>
  )
}

function matchesState({ is_on_sale: isOnSale, has_draft: hasDraft, address }: ListedProduct, state: string): boolean {
  if (state === 'sale') return isOnSale
  if (state === 'draft') return hasDraft
  return state === '' || (!isOnSale && address !== null)
}

const STATES = [
  { value: '', label: 'All' },
  { value: 'sale', label: 'For sale' },
  { value: 'off', label: 'Not for sale' },
  { value: 'draft', label: 'Unpublished changes' },
] as const

function NewProduct() {
  const navigate = useNavigate()
  const heading = useId()
  const action = useAction<typeof catalogActions>()
  const [kind, setKind] = useState<Kind>('course')
  const [name, setName] = useState('')
  const begin = async () => {
    const begun = await action.submit('create', kind, name)
    if (begun) await navigate(pageAddress('/Studio/Catalogue/:id', { id: begun.id }))
  }
  return (
    <Form
      aria-labelledby={heading}
      className="mb-8 flex flex-wrap items-start gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
      onSubmit={begin}
    >
      <h2 id={heading} className="w-full text-xl">
        New product
      </h2>
      <SelectField
        label="Type"
        value={kind}
        options={KIND_NAMES.map((each) => ({ value: each, label: each }))}
        onChange={setKind}
        className="capitalize"
      />
      <div className="min-w-0 flex-1 basis-64">
        <TextField
          label="Name"
          hint="Visitors don’t see it until you publish it."
          autoComplete="off"
          value={name}
          error={action.errors['name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          action={
            <Button type="submit" busy={action.isBusy}>
              Create
            </Button>
          }
        />
        <ActionNotice action={action} fields={['name']} />
      </div>
    </Form>
  )
}

type ShelfProps = Omit<ComponentProps<typeof ProductLine>, 'product'> & {
  kind: Kind
  products: ListedProduct[]
  isFiltered: boolean
}

function Shelf({ kind, products, isFiltered, ...line }: ShelfProps) {
  const title = SHELVES[kind]
  const published = products.filter(({ address }) => address !== null)
  const fresh = products.filter(({ address }) => address === null)
  const move = (id: string, after: string | null) => {
    const ids = published.map((product) => product.id).filter((other) => other !== id)
    ids.splice(after === null ? 0 : ids.indexOf(after) + 1, 0, id)
    void line.action.submit('reorder', kind, ids)
  }
  if (products.length === 0 && isFiltered) return null
  return (
    <section aria-labelledby={`shelf-${kind}`}>
      <h2 id={`shelf-${kind}`} className="mb-3 text-xl">
        {title}
      </h2>
      {products.length === 0 && <EmptyState title={`No ${title.toLowerCase()} yet.`} />}
      {published.length > 0 && (
        <div className="rounded-card border border-line bg-surface px-4 sm:px-6">
          {isFiltered ? (
            <ul aria-label={title}>
              {published.map((product) => (
                <li key={product.id} className="border-t border-line first:border-t-0">
                  <ProductLine product={product} {...line} />
                </li>
              ))}
            </ul>
          ) : (
            <ReorderableList label={title} items={published} nameOf={({ name }) => name} isWide onMove={move}>
              {(product) => <ProductLine product={product} {...line} />}
            </ReorderableList>
          )}
        </div>
      )}
      {fresh.length > 0 && (
        <ul
          aria-label={`${title}, never published`}
          className="mt-3 rounded-card border border-dashed border-edge/60 bg-surface px-4 sm:px-6"
        >
          {fresh.map((product) => (
            <li key={product.id} className="border-t border-line first:border-t-0">
              <ProductLine product={product} {...line} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
