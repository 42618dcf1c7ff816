import { sql } from 'drizzle-orm'
import type { Db } from './members.ts'

export const MEMBERS = 50_000
export const ORDERS = 100_000
const PRODUCTS = 60
const DAYS = 1_000
const ATTEMPT_PARTS = 40

const FIRST_NAMES =
  '{Nora,Florence,Clara,Mary,Dorothea,Lillian,Virginia,Edith,Hazel,Susie,Maria,Anna,Elena,Grace,Ruth,Alice,Martha,Irene,Judith,Helen,Paula,Sofia,Laura,Emma,Olivia,Ava,Mia,Amelia,Harper,Evelyn,James,John,Robert,Michael,David,William,Joseph,Thomas,Daniel,Mark}'
const BEGINNINGS =
  '{Night,Bar,Sea,Wal,Hen,Mor,Dix,Stone,Green,Black,White,Brown,Clark,Wood,Hill,Ford,Lang,Ash,Brad,Cart,Dun,East,Fair,Gar,Hart}'
const ENDINGS = '{ingale,ton,cole,ker,derson,gan,bury,field,wood,berg,ley,man,son,well,worth,ham,ridge,stead,more,dale}'

/**
 * Adds what an academy has after several years: members, orders in every state, invoices and credit notes, exams,
 * certificates, and emails.
 */
export async function addSales(db: Db): Promise<void> {
  await db.execute(sql`insert into products (slug, kind, title, short_description, full_description, price_cents, published_at)
    select 'sold-' || n, (array['course', 'podcast', 'document'])[1 + n % 3]::product_kind,
      (array['Medical Exams', 'Depositions', 'Ethics at the Table', 'Chart Review', 'Life Care Plans', 'Expert Reports'])[1 + n % 6] || ' ' || n,
      'Short', 'Full', 9900 + 1000 * (n % 20), now() from generate_series(1, ${PRODUCTS}::int) n`)
  await db.execute(
    sql`insert into courses (product_id, examination_title) select id, title from products where slug ^@ 'sold-' and kind = 'course'`,
  )
  await db.execute(sql`insert into members (username, email, first_name, last_name, password_hash, email_verified_at, created_at)
    select 'buyer' || n, lower(first) || '.' || lower(last) || n || '@example.com', first, last, 'no password opens this', now(),
      now() - n * interval '1 day' * ${DAYS}::int / ${MEMBERS}::int
    from (select n, (${FIRST_NAMES}::text[])[1 + (n * 7919) % 40] as first,
      (${BEGINNINGS}::text[])[1 + (n * 104729) % 25] || (${ENDINGS}::text[])[1 + (n * 1299709 / 25) % 20] as last
      from generate_series(1, ${MEMBERS}::bigint) n) named`)
  await db.execute(sql`insert into coupons (code, percent_off, is_for_all_products, most_uses_per_member)
    select 'BENCH' || n, n, true, 100 from generate_series(1, 40) n`)
  // Each buyer has two different products. One in a hundred orders was refunded, one in a thousand is disputed, and one
  // in fifty was never paid.
  await db.execute(sql`insert into purchases (member_id, product_id, item_name, list_price_cents, price_cents, currency, is_live, state,
      payment_intent_id, created_at, paid_at, refunded_cents, ended_at)
    select m.id, p.id, p.title, p.price_cents, p.price_cents, 'usd', n % 200 <> 7, state::purchase_state, 'pi_bench' || n, at,
      case when state not in ('expired', 'failed') then at end, case when state = 'refunded' then p.price_cents else 0 end,
      case when state in ('refunded', 'expired', 'failed') then at + interval '3 days' end
    from (select n, now() - (n * 7919 % ${ORDERS}::int) * interval '1 day' * ${DAYS}::int / ${ORDERS}::int as at,
        case when n % 100 = 3 then 'refunded' when n % 1000 = 5 then 'disputed' when n % 50 = 9 then 'expired' else 'paid' end as state
      from generate_series(0, ${ORDERS}::bigint - 1) n) sold
    join (select id, row_number() over (order by created_at) - 1 as nth from members where username ^@ 'buyer') m on m.nth = n % ${MEMBERS}::int
    join (select id, title, price_cents, row_number() over (order by slug) - 1 as nth from products where slug ^@ 'sold-') p
      on p.nth = (n / ${MEMBERS}::int * 7 + n % ${MEMBERS}::int) % ${PRODUCTS}::int`)
  await db.execute(sql`insert into invoices (kind, is_test, number, purchase_id, issued_at, issued_on, net_cents, tax_cents)
    select 'invoice'::invoice_kind, not is_live, 1000 + row_number() over (partition by is_live order by paid_at), id, paid_at, paid_at::date, price_cents, 0
    from purchases where paid_at is not null and payment_intent_id ^@ 'pi_bench'
    union all
    select 'credit_note', not is_live, 1000 + row_number() over (partition by is_live order by ended_at), id, ended_at, ended_at::date, price_cents, 0
    from purchases where state = 'refunded' and payment_intent_id ^@ 'pi_bench'`)
  // Each first attempt holds a lock until its transaction ends, and PostgreSQL has too few locks for all of them in one
  // transaction.
  for (let part = 0; part < ATTEMPT_PARTS; part += 1)
    await db.execute(sql`insert into exam_attempts (member_id, course_id, score, total, answers, is_counted_by_server, created_at)
      select p.member_id, p.product_id, 5 + abs(hashtext(p.id::text)) % 6, 10, '[]', true, p.created_at + interval '1 day'
      from purchases p join courses c on c.product_id = p.product_id
      where p.state = 'paid' and abs(hashtext(p.id::text)) % ${ATTEMPT_PARTS}::int = ${part}`)
  await db.execute(sql`insert into certificates (id, member_id, course_id, attempt_id, printed_name, course_name, issued_at)
    select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), member_id, course_id, id, 'A Nurse', 'A course', created_at
    from exam_attempts where score >= 8 on conflict do nothing`)
  await db.execute(sql`insert into mails (id, kind, member_id, address, subject, result, tries, first_tried_at, tried_at)
    select gen_random_uuid(), 'send-receipt', id, email, 'Your receipt', case when hashtext(email) % 500 = 0 then 'refused' else 'sent' end::mail_result, 1,
      created_at, created_at from members where created_at > now() - interval '90 days'`)
  await db.execute(sql`vacuum analyze`)
}
