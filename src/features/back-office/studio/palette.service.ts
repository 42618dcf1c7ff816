import { searchMembers } from '#features/back-office/member-search/member-search.public.ts'
import { listCatalog } from '#features/catalog/drafts/drafts.public.ts'
import { listGroups } from '#features/learning/groups/groups.public.ts'
import { searchOrders } from '#features/commerce/orders/orders.public.ts'
import type { Deps } from '#platform/deps.ts'
import { hasPermission, type Staff } from '#shared/policy.ts'

/** More would not fit on a screen together with the studio's pages. */
const MAX_OF_EACH = 5

/** The first members, groups, orders, and products with these words, as far as the caller's role permits. */
export async function findForPalette(deps: Pick<Deps, 'db' | 'now'>, { words, by }: { words: string; by: Staff }) {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (all.length === 0) return { members: [], groups: [], orders: [], products: [] }
  const [members, groups, orders, products] = await Promise.all([
    hasPermission(by, 'see members')
      ? searchMembers(deps, { text: words, limit: MAX_OF_EACH }).then((found) => found.members)
      : [],
    hasPermission(by, 'see members') ? listGroups(deps.db, { words: all, limit: MAX_OF_EACH }) : [],
    hasPermission(by, 'see orders')
      ? searchOrders(deps, { words: all, state: 'any', limit: MAX_OF_EACH }).then((found) => found.orders)
      : [],
    hasPermission(by, 'edit content') ? listCatalog(deps.db) : [],
  ])
  return {
    members,
    groups,
    orders,
    products: products
      .filter(({ name }) => all.every((word) => name.toLowerCase().includes(word)))
      .slice(0, MAX_OF_EACH),
  }
}
