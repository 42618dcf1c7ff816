import { randomUUID } from 'node:crypto'
import { and, count, eq, inArray } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { lectures, products } from '#db/tables/catalog.ts'
import { members } from '#db/tables/members.ts'
import { purchases } from '#db/tables/sales.ts'
import { lectureCompletions } from '#db/tables/study.ts'

export async function isEmptyAcademy(db: Executor): Promise<boolean> {
  const [catalog] = await db.select({ rows: count() }).from(products)
  const [accounts] = await db.select({ rows: count() }).from(members)
  return catalog?.rows === 0 && accounts?.rows === 0
}

/** Gives the member these products as if they had just bought them; keeps existing purchases. Returns the new ones. */
export async function grantProducts(
  db: Executor,
  { memberId, slugs, now }: { memberId: string; slugs: string[]; now: Date },
): Promise<(typeof purchases.$inferSelect)[]> {
  const given = await db.select().from(products).where(inArray(products.slug, slugs))
  if (given.length === 0) return []
  return db
    .insert(purchases)
    .values(
      given.map(({ id: productId, title: itemName, priceCents, currency }) => ({
        memberId,
        productId,
        itemName,
        listPriceCents: priceCents,
        priceCents,
        currency,
        isLive: false,
        state: 'paid' as const,
        // The provider has no such payment, but a paid purchase must have a payment ID.
        paymentIntentId: `demo_${randomUUID()}`,
        paidAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning()
}

export async function completeFirstLectures(
  db: Executor,
  { memberId, slug, many, now }: { memberId: string; slug: string; many: number; now: Date },
): Promise<void> {
  const first = await db
    .select({ id: lectures.id })
    .from(lectures)
    .innerJoin(products, eq(products.id, lectures.courseId))
    .where(and(eq(products.slug, slug)))
    .orderBy(lectures.position)
    .limit(many)
  if (first.length === 0) return
  await db
    .insert(lectureCompletions)
    .values(first.map(({ id: lectureId }) => ({ memberId, lectureId, completedAt: now })))
    .onConflictDoNothing()
}
