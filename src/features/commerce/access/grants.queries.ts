import { and, desc, eq, isNull, not } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { grants } from '#db/tables/grants.ts'
import { members } from '#db/tables/members.ts'
import { needsFirstLink } from '#features/people/accounts/member-columns.public.ts'
import { ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { hasAddress, shelfOrder } from '#features/foundation/products/products.public.ts'
import type { Kind } from '#shared/kinds.ts'

/** No one reads a longer list than this. */
const MAX_LISTED = 500

export async function findProduct(
  db: Executor,
  slug: string,
): Promise<{ id: string; title: string; kind: Kind } | undefined> {
  const { id, title, kind } = products
  const [product] = await db.select({ id, title, kind }).from(products).where(hasAddress(slug))
  return product
}

export async function findRecipient(db: Executor, memberId: string): Promise<{ needsLink: boolean } | undefined> {
  const [found] = await db.select({ needsLink: needsFirstLink }).from(members).where(eq(members.id, memberId))
  return found
}

/** Inserts a grant. Returns false if the member already has one for the product. */
export async function insertGrant(
  db: Executor,
  grant: { memberId: string; productId: string; reason: string },
): Promise<boolean> {
  const made = await db.insert(grants).values(grant).onConflictDoNothing().returning({ id: grants.id })
  return made.length > 0
}

/** Inserts grants, but not for members who already have one. Returns the members who got one. */
export async function insertGrants(
  db: Executor,
  memberIds: string[],
  grant: { productId: string; reason: string; bulkEnrollmentId?: string | undefined },
): Promise<string[]> {
  const made = await db
    .insert(grants)
    .values(memberIds.map((memberId) => ({ ...grant, memberId })))
    .onConflictDoNothing()
    .returning({ id: grants.memberId })
  return made.map(({ id }) => id)
}

export async function endGrant(
  db: Executor,
  { memberId, productId, now }: { memberId: string; productId: string; now: Date },
): Promise<boolean> {
  const ended = await db
    .update(grants)
    .set({ revokedAt: now })
    .where(and(eq(grants.memberId, memberId), eq(grants.productId, productId), isNull(grants.revokedAt)))
    .returning({ id: grants.id })
  return ended.length > 0
}

/** Lists the products to which the member has no access, whether or not they are for sale. */
export function listGrantableProducts(db: Executor, memberId: string) {
  return db
    .select({ slug: products.slug, title: products.title })
    .from(products)
    .where(not(ownedBy(memberId)))
    .orderBy(products.kind, ...shelfOrder)
    .limit(MAX_LISTED)
}

/** Lists all grants of a member, including revoked ones, newest first. */
export function listMemberGrants(db: Executor, memberId: string) {
  const { reason, createdAt, revokedAt } = grants
  return db
    .select({ slug: products.slug, title: products.title, reason, createdAt, revokedAt })
    .from(grants)
    .innerJoin(products, eq(products.id, grants.productId))
    .where(eq(grants.memberId, memberId))
    .orderBy(desc(createdAt), desc(grants.id))
}
