import type { Executor } from '#db/open-database.ts'
import { academyAddress, formerAddresses } from '#db/tables/restores.ts'
import { eventSweep } from '#db/tables/sales.ts'

/**
 * Finds the host that this database served first, and the ID that it shares with its copies. Returns undefined before
 * the first start.
 */
export async function findHome(db: Executor): Promise<{ host: string; academyId: string } | undefined> {
  const { host, academyId } = academyAddress
  const [row] = await db.select({ host, academyId }).from(academyAddress)
  return row
}

/** Stores the host. Does nothing if one is already stored. */
export async function insertHomeHost(db: Executor, host: string, since: Date): Promise<void> {
  await db.insert(academyAddress).values({ host, since }).onConflictDoNothing()
}

export async function updateHomeHost(db: Executor, host: string, since: Date): Promise<void> {
  await db.update(academyAddress).set({ host, since })
}

export function listMoves(db: Executor): Promise<{ formerHost: string; currentHost: string }[]> {
  const { formerHost, currentHost } = formerAddresses
  return db.select({ formerHost, currentHost }).from(formerAddresses)
}

/** Stores a confirmed move. Returns false if the move was already confirmed. */
export async function insertMove(
  db: Executor,
  move: { formerHost: string; currentHost: string; confirmedAt: Date },
): Promise<boolean> {
  const inserted = await db
    .insert(formerAddresses)
    .values(move)
    .onConflictDoNothing()
    .returning({ host: formerAddresses.formerHost })
  return inserted.length > 0
}

/**
 * Makes the next reconciliation read all events that the provider still has. Events that were claimed remain claimed.
 */
export async function resetEventReconciliation(db: Executor, since: Date): Promise<void> {
  await db
    .insert(eventSweep)
    .values({ reconciledUntil: since })
    .onConflictDoUpdate({
      target: eventSweep.id,
      set: { reconciledUntil: since },
    })
}
