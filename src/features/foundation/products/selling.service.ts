import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { cents, decimalOf } from '#shared/money.ts'
import { isSlug } from '#shared/ids.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { whyTaken } from './addresses.rules.ts'
import { productAt, productsAt, saveProductRow, setPodcastForSale } from './product-saving.queries.ts'
import { saveTogether, type Saving } from './product-saving.service.ts'
import { isSoldAt, whyNoPrice } from './selling.rules.ts'

type SellingDeps = Pick<Deps, 'db' | 'now'>
type Product = NonNullable<Awaited<ReturnType<typeof productAt>>>

/** Also of a price of 0: a paid course could be given away by a copy of it. */
export const PRICE_PENDING = 'It stays off sale until an owner sets its price and puts it on sale.'

/** Puts a product on its shelf or takes it off, as an import does; owners keep it. Returns whether that changed anything. */
export async function setOnSale(
  deps: SellingDeps,
  { slug, isOnSale, by }: { slug: string; isOnSale: boolean; by: Staff },
): Promise<boolean> {
  if (!may(by, 'put on or off sale')) throw notAllowed(by, 'put on or off sale')
  return saveTogether(deps, new Map(), async (saving) => {
    const product = await productNamed(saving, slug)
    if ((product.publishedAt !== null) === isOnSale) return false
    const mayPrice = may(by, 'change price')
    if (isOnSale && product.isPricePending && !mayPrice) throw new AppError('invalid', PRICE_PENDING)
    const isPricePending = product.isPricePending && !(isOnSale && mayPrice)
    await saveRow(saving, { ...product, isPublished: isOnSale, saleChosen: isOnSale, isPricePending })
    const kind = isOnSale ? 'product.put_on_sale' : 'product.taken_off_sale'
    await recordEvent(saving.tx, { at: saving.now, kind, by, subject: { id: slug, name: product.title } })
    return true
  })
}

/** What it costs from now on. Payments that are open keep the price that they were opened at. Returns the price of before. */
export async function changePrice(
  deps: SellingDeps,
  { slug, priceCents, by }: { slug: string; priceCents: number; by: Staff },
): Promise<number> {
  if (!may(by, 'change price')) throw notAllowed(by, 'change price')
  const wrong = whyNoPrice(priceCents)
  if (wrong !== undefined) throw new AppError('invalid', wrong)
  return saveTogether(deps, new Map(), async (saving) => {
    const product = await productNamed(saving, slug)
    if (product.priceCents === priceCents && !product.isPricePending) return priceCents
    await saveRow(saving, { ...product, priceCents, isPricePending: false, isPublished: product.publishedAt !== null })
    await setPodcastForSale(saving.tx, product.id, isSoldAt(priceCents))
    await recordEvent(saving.tx, {
      at: saving.now,
      kind: 'product.price_changed',
      by,
      subject: { id: slug, name: product.title },
      before: { price: decimalOf(cents(product.priceCents)) },
      after: { price: decimalOf(cents(priceCents)) },
    })
    return product.priceCents
  })
}

/** Where it is found from now on; the address of before leads there. Returns what it was; the same where nothing changed. */
export async function changeAddress(
  deps: SellingDeps,
  { slug, to, by }: { slug: string; to: string; by: Staff },
): Promise<string> {
  if (!may(by, 'change address')) throw notAllowed(by, 'change address')
  if (!isSlug(to))
    throw new AppError('invalid', `'${to}' can't be an address: it is lower-case words joined by hyphens.`)
  return saveTogether(deps, new Map(), async (saving) => {
    const product = await productNamed(saving, slug)
    if (product.slug === to) return to
    const taken = (await productsAt(saving.tx, [to])).get(to)
    if (taken && taken.id !== product.id) throw new AppError('invalid', whyTaken(to, taken))
    await saveRow(saving, { ...product, slug: to, isPublished: product.publishedAt !== null })
    await recordEvent(saving.tx, {
      at: saving.now,
      kind: 'product.address_changed',
      by,
      subject: { id: to, name: product.title },
      before: { address: product.slug },
      after: { address: to },
    })
    return product.slug
  })
}

async function productNamed({ tx }: Saving, slug: string): Promise<Product> {
  const product = await productAt(tx, slug)
  if (!product)
    throw new AppError('not_found', `There is no product '${slug}'. Its name is the last part of its address.`)
  return product
}

async function saveRow({ tx, now }: Saving, product: Product & { isPublished: boolean }): Promise<void> {
  const { publishedAt: _publishedAt, updatedAt: _updatedAt, ...row } = product
  await saveProductRow(tx, row, now)
}
