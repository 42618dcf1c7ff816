import { sql } from 'drizzle-orm'
import { purchases } from '#db/tables/sales.ts'
import type { TestAcademy } from './academy.ts'
import { confirmCard, getIntentId, TEST_CARD } from './card-browser.ts'

/** In each round a new buyer clicks Pay many times at once, and the browser confirms as many times. */
export async function clickPayRepeatedly(academy: TestAcademy, { rounds, clicks }: { rounds: number; clicks: number }) {
  const { as, db, emulator } = academy
  const secrets = new Set<string>()
  let settled = 0
  for (let round = 0; round < rounds; round++) {
    const nurse = await academy.member()
    const { slug } = await academy.course()
    const times = Array.from({ length: clicks })
    const opened = await Promise.all(
      times.map(() => as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })),
    )
    for (const { body } of opened) secrets.add(String(body.clientSecret))
    const clientSecret = String(opened[0]?.body.clientSecret)
    const myDocsID = String(opened[0]?.body.myDocsID)
    await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
    const url = `/Academy/api/myAcademy/payment/${myDocsID}/${getIntentId(clientSecret)}`
    const confirmed = await Promise.all(times.map(() => as(nurse).post(url)))
    if (confirmed.every(({ body }) => body.response === 'SUCCESS')) settled++
  }
  const jobs = await db.execute(sql`select count(*)::int as n from pgboss.job where name = 'send-receipt'`)
  return {
    clicks: rounds * clicks,
    purchases: (await db.select().from(purchases)).length,
    intents: secrets.size,
    settled,
    receipts: Number(jobs.rows[0]?.['n']),
  }
}
