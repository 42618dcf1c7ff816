import { and, count, eq, isNull, like } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { policyTexts } from '#db/tables/site.ts'
import type { PolicyName } from './policies.rules.ts'

/** Finds the operator's current text. Returns undefined if the built-in text applies. */
export async function findCustomPolicy(db: Executor, policy: PolicyName) {
  const [row] = await db
    .select()
    .from(policyTexts)
    .where(and(eq(policyTexts.policy, policy), isNull(policyTexts.replacedAt)))
  return row
}

export async function countVersions(db: Executor, policy: PolicyName, beginning: string): Promise<number> {
  const [row] = await db
    .select({ number: count() })
    .from(policyTexts)
    .where(and(eq(policyTexts.policy, policy), like(policyTexts.version, `${beginning}%`)))
  return row?.number ?? 0
}

/** Ends the use of the current text. It is still stored for members who accepted it. */
export async function endCustomPolicy(tx: Executor, policy: PolicyName, now: Date): Promise<void> {
  await tx
    .update(policyTexts)
    .set({ replacedAt: now })
    .where(and(eq(policyTexts.policy, policy), isNull(policyTexts.replacedAt)))
}

/** Updates the Markdown of the current text. Use this only if the text that readers see stays the same. */
export async function updateCustomPolicyText(tx: Executor, policy: PolicyName, markdown: string): Promise<void> {
  await tx
    .update(policyTexts)
    .set({ markdown })
    .where(and(eq(policyTexts.policy, policy), isNull(policyTexts.replacedAt)))
}

export async function insertPolicy(tx: Executor, text: typeof policyTexts.$inferInsert): Promise<void> {
  await tx.insert(policyTexts).values(text)
}
