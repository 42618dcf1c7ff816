import type qrcode from 'qrcode'
import type { Deps } from '#platform/deps.ts'
import { library, lazy } from '#platform/lazy.ts'
import { KINDS, KIND_NAMES, getProductPage } from '#shared/kinds.ts'
import { listCouponProducts } from './coupons.queries.ts'
import { normalizeCouponCode } from './coupons.rules.ts'

const pictures = lazy<typeof qrcode>(() => library('qrcode'))

export type CouponLink = {
  /** The pages to which a link can lead: first lists, then products by name. */
  pages: { path: string; name: string }[]
  path: string
  address: string
  /** The QR code, as an SVG path in a square of this size without a margin. */
  size: number
  picture: string
}

/**
 * Returns a link that applies the coupon. It leads to `path` or, if the coupon doesn't apply there, to the first page
 * where it does. Returns undefined if the coupon applies to nothing that is for sale.
 */
export async function getCouponLink(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  { code: typed, path }: { code: string; path: string | null },
): Promise<CouponLink | undefined> {
  const code = normalizeCouponCode(typed)
  const products = await listCouponProducts(db, code)
  const shelves = KIND_NAMES.filter((kind) => products.filter((product) => product.kind === kind).length > 1)
  const pages = [
    ...shelves.map((kind) => ({ path: KINDS[kind].shelf.address as string, name: `All ${kind}s` })),
    ...products.map(({ kind, slug, title }) => ({ path: getProductPage(kind, slug) as string, name: title })),
  ]
  const chosen = pages.find((page) => page.path === path) ?? pages[0]
  if (!chosen) return undefined
  const address = `${config.publicUrl}${chosen.path}?coupon=${encodeURIComponent(code)}`
  return { pages, path: chosen.path, address, ...drawQrCode(address) }
}

function drawQrCode(text: string): { size: number; picture: string } {
  const { modules } = pictures().create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let picture = ''
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (modules.get(row, column)) picture += `M${column} ${row}h1v1h-1z`
    }
  }
  return { size, picture }
}
