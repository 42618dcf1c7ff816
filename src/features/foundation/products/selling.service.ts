import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { isSlug } from '#shared/ids.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { addressTakenError } from './addresses.rules.ts'
import { findProductRow, findProductsByAddress, saveProductRow, setPodcastForSale } from './product-saving.queries.ts'
import { recordPriceChange, saveInTransaction, type SaveContext } from './product-saving.service.ts'
import { isSellablePrice, priceError } from './selling.rules.ts'

type SellingDeps = Pick<Deps, 'db' | 'now'>
type Product = NonNullable<Awaited<ReturnType<typeof findProductRow>>>

/** This also applies to a price of 0. Otherwise, an editor could copy a paid course and give it away. */
export const PRICE_PENDING = 'An owner must set its price and offer it for sale.'

/**
 * Puts a product on sale or takes it off sale, as an import can. Members who have access keep it. Returns whether
 * anything changed.
 */
export async function setOnSale(
  deps: SellingDeps,
  { slug, isOnSale, by }: { slug: string; isOnSale: boolean; by: Staff },
): Promise<boolean> {
  if (!hasPermission(by, 'start or stop selling')) throw permissionDeniedError(by, 'start or stop selling')
  return saveInTransaction(deps, new Map(), async (saving) => {
    const product = await getProduct(saving, slug)
    if ((product.publishedAt !== null) === isOnSale) return false
    const mayPrice = hasPermission(by, 'change price')
    if (isOnSale && product.isPricePending && !mayPrice) throw new AppError('invalid', PRICE_PENDING)
    const isPricePending = product.isPricePending && !(isOnSale && mayPrice)
    await saveRow(saving, { ...product, isPublished: isOnSale, saleChosen: isOnSale, isPricePending })
    const kind = isOnSale ? 'product.put_on_sale' : 'product.taken_off_sale'
    await recordEvent(saving.tx, { at: saving.now, kind, by, subject: { id: slug, name: product.title } })
    return true
  })
}

/** Changes the price, and returns the previous one, which still applies to payments in progress. */
export async function changePrice(
  deps: SellingDeps,
  { slug, priceCents, by }: { slug: string; priceCents: number; by: Staff },
): Promise<number> {
  if (!hasPermission(by, 'change price')) throw permissionDeniedError(by, 'change price')
  const wrong = priceError(priceCents)
  if (wrong !== undefined) throw new AppError('invalid', wrong)
  return saveInTransaction(deps, new Map(), async (saving) => {
    const product = await getProduct(saving, slug)
    if (product.priceCents === priceCents && !product.isPricePending) return priceCents
    await saveRow(saving, { ...product, priceCents, isPricePending: false, isPublished: product.publishedAt !== null })
    await setPodcastForSale(saving.tx, product.id, isSellablePrice(priceCents))
    await recordPriceChange(
      { ...saving, by },
      { slug, title: product.title, before: product.priceCents, after: priceCents },
    )
    return product.priceCents
  })
}

/**
 * Changes the slug. The previous slug then redirects to the product. Returns the previous slug, even if nothing
 * changed.
 */
export async function changeAddress(
  deps: SellingDeps,
  { slug, to, by }: { slug: string; to: string; by: Staff },
): Promise<string> {
  if (!hasPermission(by, 'change address')) throw permissionDeniedError(by, 'change address')
  if (!isSlug(to))
    throw new AppError('invalid', `“${to}” can’t be an address. Use lowercase words and numbers joined by hyphens.`)
  return saveInTransaction(deps, new Map(), async (saving) => {
    const product = await getProduct(saving, slug)
    if (product.slug === to) return to
    const taken = (await findProductsByAddress(saving.tx, [to])).get(to)
    if (taken && taken.id !== product.id) throw new AppError('invalid', addressTakenError(to, taken))
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

async function getProduct({ tx }: SaveContext, slug: string): Promise<Product> {
  const product = await findProductRow(tx, slug)
  if (!product) throw new AppError('not_found', `There is no product '${slug}'. Use the last part of its web address.`)
  return product
}

async function saveRow({ tx, now }: SaveContext, product: Product & { isPublished: boolean }): Promise<void> {
  const { publishedAt: _publishedAt, updatedAt: _updatedAt, ...row } = product
  await saveProductRow(tx, row, now)
}
