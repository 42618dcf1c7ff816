import { sql } from 'drizzle-orm'
import { createCoupon } from '#features/commerce/coupons/coupons.public.ts'
import { testAcademy } from './academy.ts'
import { OPERATOR } from './audit.ts'

type Sale = { day: string; cents?: number; isLive?: boolean | null; coupon?: string; discount?: number; fee?: number }

/** An academy with handmade sales, each with an invoice on one day and each refund with a credit note on another. */
export async function createAcademyWithSales() {
  const academy = await testAcademy()
  const { as, db, deps, member, course, purchase } = academy
  const [owner, support] = [await member({ role: 'owner' }), await member({ role: 'support' })]
  const [depositions, reports] = [await course({ title: 'Depositions' }), await course({ title: 'Reports' })]
  await db.execute(
    sql`insert into site_settings (settings) values ('{"time_zone": "America/New_York"}') on conflict do nothing`,
  )
  const off = { percentOff: null, centsOff: 1_000, validFrom: null, validUntil: null, maxUses: null, slugs: [] }
  await createCoupon(deps, { ...off, code: 'TEN', maxUsesPerMember: 1, by: OPERATOR })
  const issue = async (kind: 'invoice' | 'credit_note', id: string, day: string) =>
    db.execute(sql`select ${sql.raw(`issue_${kind}`)}(${id}::uuid, ${`${day}T12:00:00Z`}::timestamptz, ${day}::date)`)
  const sell = async (productId: string, { day, cents = 10_000, isLive = true, coupon, discount = 0, fee }: Sale) => {
    const id = await purchase((await member()).id, productId)
    // Disables the trigger that protects charged amounts, so that they can be set by hand.
    await db.execute(sql`alter table purchases disable trigger purchases_guard`)
    await db.execute(sql`update purchases set is_live = ${isLive}, list_price_cents = ${cents + discount}, price_cents = ${cents},
      discount_cents = ${discount}, fee_cents = ${fee ?? null}, paid_at = ${`${day}T12:00:00Z`}, created_at = ${`${day}T12:00:00Z`},
      coupon_id = (select id from coupons where code = ${coupon ?? ''}) where id = ${id}`)
    await db.execute(sql`alter table purchases enable trigger purchases_guard`)
    await issue('invoice', id, day)
    return id
  }
  const giveBack = (id: string, cents: number, day: string, state = 'paid') =>
    db.transaction(async (tx) => {
      await tx.execute(
        sql`update purchases set refunded_cents = ${cents}, state = ${state}::purchase_state where id = ${id}`,
      )
      await tx.execute(sql`select issue_credit_note(${id}::uuid, ${`${day}T12:00:00Z`}::timestamptz, ${day}::date)`)
    })
  return { ...academy, owner: as(owner), support: as(support), depositions, reports, sell, giveBack }
}
