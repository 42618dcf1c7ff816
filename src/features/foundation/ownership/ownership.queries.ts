import { and, eq, or, type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { prepared } from '#db/prepared.ts'
import { productAddresses, products } from '#db/tables/catalog.ts'
import { grants } from '#db/tables/grants.ts'
import { purchases } from '#db/tables/sales.ts'
import { hasAddress } from '#features/foundation/products/products.public.ts'
import { isUuid } from '#shared/ids.ts'
import type { Kind } from '#shared/kinds.ts'

/** The ID of a member or product; `SQL` is for a column of the surrounding statement. */
type SqlValue = string | Placeholder | SQL

/**
 * The only definition of access to a product, which requires a paid purchase or a grant that is not revoked. It is a
 * condition on the row of `products`.
 */
export function ownedBy(memberId: SqlValue): SQL {
  // States are literals instead of parameters, so that PostgreSQL can use the partial indexes. With a single list
  // instead of two `exists`, the database starts from the member's products, no matter how many products there are in
  // total.
  return sql`${products.id} in (
    select ${purchases.productId} from ${purchases} where ${purchases.memberId} = ${memberId} and ${purchases.state} = 'paid'
    union all
    select ${grants.productId} from ${grants} where ${grants.memberId} = ${memberId} and ${grants.revokedAt} is null
  )`
}

/** Returns the condition `ownedBy` as a column. It is false without a member. */
export function isOwnedBy(memberId: string | undefined): SQL<boolean> {
  // The sql`` is nested because Drizzle omits table names from the outermost one when a select has only one table.
  return memberId === undefined ? sql<boolean>`false` : sql<boolean>`${ownedBy(memberId)}`
}

/**
 * Returns a column that says whether the member's payment for the row of `products` is disputed and nothing else gives
 * access. In that case, the page says so and doesn't ask the buyer to pay again.
 */
export function isDisputedFor(memberId: string | undefined): SQL<boolean> {
  return memberId === undefined
    ? sql<boolean>`false`
    : sql<boolean>`(${products.id} in (
        select ${purchases.productId} from ${purchases} where ${purchases.memberId} = ${memberId} and ${purchases.state} = 'disputed'
      ) and not ${ownedBy(memberId)})`
}

/** Returns parameters for a product in a member's URL, which contains a slug or a purchase ID. */
export function toReferenceParams(slugOrPurchaseId: string): { slug: string; purchaseId: string | null } {
  return { slug: slugOrPurchaseId, purchaseId: isUuid(slugOrPurchaseId) ? slugOrPurchaseId : null }
}

/**
 * Returns a condition on the row of `products`: the member has access, and the row matches the values of
 * `toReferenceParams`. Another member's purchase ID matches nothing.
 */
export function ownedByReference({
  memberId,
  slug,
  purchaseId,
}: Record<'memberId' | 'slug' | 'purchaseId', SqlValue>): SQL {
  return sql`${products.id} = any(array(
    select ${productAddresses.productId} from ${productAddresses} where ${productAddresses.slug} = ${slug}
    union all
    select ${purchases.productId} from ${purchases} where ${purchases.id} = ${purchaseId}
      and ${purchases.memberId} = ${memberId} and ${purchases.state} = 'paid'
  )) and ${ownedBy(memberId)}`
}

/**
 * Whether a dispute ended the member's access to this product, and nothing else gives access. The product is given by
 * slug or by the member's own purchase ID.
 */
export async function isClosedByDispute(
  db: Executor,
  memberId: string,
  kind: Kind,
  slugOrPurchaseId: string,
): Promise<boolean> {
  const { slug, purchaseId } = toReferenceParams(slugOrPurchaseId)
  const [closed] = await db
    .select({ id: purchases.id })
    .from(purchases)
    .innerJoin(products, eq(products.id, purchases.productId))
    .where(
      and(
        eq(purchases.memberId, memberId),
        eq(purchases.state, 'disputed'),
        eq(products.kind, kind),
        or(hasAddress(slug), purchaseId === null ? undefined : eq(purchases.id, purchaseId)),
      ),
    )
    .limit(1)
  return closed !== undefined
}

const ownedProduct = prepared('owned_product', ['memberId', 'productId'], (db, { memberId, productId }) =>
  db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), ownedBy(memberId))),
)

export async function ownsProduct(db: Executor, memberId: string, productId: string): Promise<boolean> {
  return (await ownedProduct(db, { memberId, productId })).length > 0
}

const ownedOfKind = prepared('owned_of_kind', ['memberId', 'kind', 'slug', 'purchaseId'], (db, given) =>
  db
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(and(eq(products.kind, given.kind), ownedByReference(given)))
    .limit(1),
)

/**
 * Finds the product of this kind with this slug or this paid purchase ID. Returns undefined if the member has no
 * access, or if the purchase is another member's.
 */
export async function findOwnedProduct(
  db: Executor,
  memberId: string,
  kind: Kind,
  slugOrPurchaseId: string,
): Promise<{ id: string; slug: string } | undefined> {
  const [owned] = await ownedOfKind(db, { memberId, kind, ...toReferenceParams(slugOrPurchaseId) })
  return owned
}

export function selectOwners(productId: string): SQL {
  return sql`select ${purchases.memberId} from ${purchases} where ${purchases.productId} = ${productId} and ${purchases.state} = 'paid'
    union select ${grants.memberId} from ${grants} where ${grants.productId} = ${productId} and ${grants.revokedAt} is null`
}

/** Selects every purchase and grant that gives, or once gave, access to a product, with its time. */
export function selectAccesses(condition: SQL): SQL {
  // The conditions are outside of the union, because only then PostgreSQL reads the newest rows from both indexes.
  return sql`select id, member_id, product_id, accessed_at from (
      select id, member_id, product_id, coalesce(paid_at, created_at) as accessed_at, state from ${purchases}
      union all select id, member_id, product_id, created_at, 'paid' from ${grants}
    ) as accesses where ${condition} and state in ('paid', 'refunded', 'disputed')`
}

export async function countOwners(db: Executor, productId: string): Promise<number> {
  const { rows } = await db.execute<{ owners: number }>(sql`
    select count(*)::int as owners from (${selectOwners(productId)}) as owning`)
  return rows[0]?.owners ?? 0
}

export async function filterOwners(db: Executor, productId: string, memberIds: string[]): Promise<string[]> {
  const ids = sql`any(${sql.param(memberIds)}::uuid[])`
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${purchases.memberId} as id from ${purchases}
      where ${purchases.productId} = ${productId} and ${purchases.memberId} = ${ids} and ${purchases.state} = 'paid'
    union
    select ${grants.memberId} from ${grants}
      where ${grants.productId} = ${productId} and ${grants.memberId} = ${ids} and ${grants.revokedAt} is null`)
  return rows.map(({ id }) => id)
}
