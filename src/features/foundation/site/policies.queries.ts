import { and, count, eq, isNull, like } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { policyTexts } from '#db/tables/site.ts'
import type { PolicyName } from './policies.rules.ts'

/** The operator's own text that is in force; undefined where ours is. */
export async function findCustomPolicy(db: Executor, policy: PolicyName) {
  const [row] = await db
    .select()
    .from(policyTexts)
    .where(and(eq(policyTexts.policy, policy), isNull(policyTexts.replacedAt)))
  return row
}

/** How many texts of a policy have a version that begins so. */
export async function countVersions(db: Executor, policy: PolicyName, beginning: string): Promise<number> {
  const [row] = await db
    .select({ number: count() })
    .from(policyTexts)
    .where(and(eq(policyTexts.policy, policy), like(policyTexts.version, `${beginning}%`)))
  return row?.number ?? 0
}

/** The text that is in force is no longer; it stays, for what members accepted. */
export async function endCustomPolicy(tx: Executor, policy: PolicyName, now: Date): Promise<void> {
  await tx
    .update(policyTexts)
    .set({ replacedAt: now })
    .where(and(eq(policyTexts.policy, policy), isNull(policyTexts.replacedAt)))
}

/** The same text, written another way. */
export async function updateCustomPolicyText(tx: Executor, policy: PolicyName, markdown: string): Promise<void> {
  await tx
    .update(policyTexts)
    .set({ markdown })
    .where(and(eq(policyTexts.policy, policy), isNull(policyTexts.replacedAt)))
}

export async function insertPolicy(tx: Executor, text: typeof policyTexts.$inferInsert): Promise<void> {
  await tx.insert(policyTexts).values(text)
}
