import { and, gt, inArray, isNotNull, isNull, min, or, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { purchases } from '#db/tables/sales.ts'

/** Payment details from the provider. `fee` is undefined until the provider knows it. */
type PaymentDetails = { id: string; isLive: boolean; fee: { cents: number; currency: string } | undefined }

/** Returns when the oldest purchase with incomplete payment details was created, or undefined if there is none. */
export async function findOldestIncomplete(db: Executor, after: Date): Promise<Date | undefined> {
  const { paymentIntentId, state, createdAt, feeCents, isLive } = purchases
  const [row] = await db
    .select({ createdAt: min(createdAt) })
    .from(purchases)
    .where(
      and(
        gt(createdAt, after),
        isNotNull(paymentIntentId),
        inArray(state, ['paid', 'disputed', 'refunded']),
        or(isNull(feeCents), isNull(isLive)),
      ),
    )
  return row?.createdAt ?? undefined
}

/** Fills in only what is unknown. Ignores fees whose currency is not that of the purchase. */
export async function fillPaymentDetails(db: Executor, details: readonly PaymentDetails[]): Promise<void> {
  if (details.length === 0) return
  const rows = details.map(
    ({ id, isLive, fee }) =>
      sql`(${id}::text, ${isLive}::boolean, ${fee?.cents ?? null}::int, ${fee?.currency ?? null}::text)`,
  )
  await db.execute(sql`
    update ${purchases} set is_live = coalesce(${purchases.isLive}, details.is_live),
      fee_cents = case when ${purchases.currency} = details.currency then details.fee else ${purchases.feeCents} end
    from (values ${sql.join(rows, sql`, `)}) as details (id, is_live, fee, currency)
    where ${purchases.paymentIntentId} = details.id
      and (${purchases.isLive} is null or ${purchases.feeCents} is null and ${purchases.currency} = details.currency)`)
}
