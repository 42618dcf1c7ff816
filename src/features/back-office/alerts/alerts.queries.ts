import { asc, inArray, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { alerts } from '#db/tables/alerts.ts'
import type { Alert } from './alerts.rules.ts'

export async function lockAlerts(tx: Transaction): Promise<Alert[]> {
  await tx.execute(sql`lock table ${alerts} in share row exclusive mode`)
  return tx.select().from(alerts)
}

export function listAlerts(db: Executor): Promise<Alert[]> {
  return db.select().from(alerts).orderBy(asc(alerts.since), asc(alerts.name))
}

export async function saveAlerts(tx: Transaction, active: Alert[]): Promise<void> {
  if (active.length === 0) return
  await tx
    .insert(alerts)
    .values(active)
    .onConflictDoUpdate({
      target: alerts.name,
      set: {
        text: sql`excluded.text`,
        about: sql`excluded.about`,
        since: sql`excluded.since`,
        seenAt: sql`excluded.seen_at`,
        notifiedAt: sql`excluded.told_at`,
      },
    })
}

export async function deleteAlerts(tx: Transaction, names: string[]): Promise<void> {
  if (names.length > 0) await tx.delete(alerts).where(inArray(alerts.name, names))
}
