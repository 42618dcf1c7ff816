import type { Kind } from '#shared/kinds.ts'

export type ProductAddress = { id: string; kind: Kind; slug: string }

type SubmittedProduct = { kind: Kind; slug: string; earlierAddresses: readonly string[] }

/**
 * Finds the product for a slug, which is undefined for a new product, and the slug that the product will have. This is
 * the given slug, unless it is one of the product's former slugs. Then the product keeps its current one. Returns an
 * error if the slug can't be used.
 */
export function resolveProduct(
  { kind, slug, earlierAddresses }: SubmittedProduct,
  known: ReadonlyMap<string, ProductAddress>,
): { id: string | undefined; slug: string } | { wrong: string } {
  const there = [slug, ...earlierAddresses].flatMap((address) => known.get(address) ?? [])
  const [product] = there
  if (!product) return { id: undefined, slug }
  const other = there.find(({ id }) => id !== product.id)
  if (other)
    return {
      wrong: `earlier_addresses: ${other.slug} and ${product.slug} are separate products and can’t be merged`,
    }
  if (product.kind !== kind) return { wrong: `the academy already has a ${product.kind} named ${product.slug}` }
  const isBehind = known.has(slug) && !earlierAddresses.includes(product.slug)
  return { id: product.id, slug: isBehind ? product.slug : slug }
}

export function addressTakenError(slug: string, taken: ProductAddress): string {
  return taken.slug === slug
    ? `“${slug}” is already the address of a ${taken.kind}. Choose another.`
    : `“${slug}” is a former address of the ${taken.kind} “${taken.slug}” and redirects to it. Choose another.`
}
