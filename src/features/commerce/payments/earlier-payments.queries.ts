import { sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { purchases } from '#db/tables/sales.ts'

type SampledPayment = { orderNumber: string; intentId: string; paidAt: Date }

const SAMPLES = 10

/** Lists some of the payments with real money since a given time, spread evenly from the oldest to the newest. */
export async function listSampledPayments(db: Executor, since: Date): Promise<SampledPayment[]> {
  const { rows } = await db.execute<{ order_number: string; payment_intent_id: string; paid_at: string }>(sql`
    select order_number, payment_intent_id, paid_at::text
    from (
      select *, row_number() over (order by paid_at) - 1 as place, count(*) over () as total
      from ${purchases}
      where is_live and payment_intent_id is not null and state in ('paid', 'disputed')
        and paid_at >= ${since.toISOString()}::timestamptz
    ) as paid
    where place % greatest(1, total / ${SAMPLES}) = 0 or place = total - 1
    order by paid_at`)
  return rows.map((row) => ({
    orderNumber: row.order_number,
    intentId: row.payment_intent_id,
    paidAt: new Date(row.paid_at),
  }))
}
