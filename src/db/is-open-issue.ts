import { sql } from 'drizzle-orm'
import { paymentTroubles } from './tables/sales.ts'

/** The amount still owed after a failed refund. Null if the amount is unknown, and for other issues. */
export const owedCents = sql<number | null>`${paymentTroubles.owedCents} - ${paymentTroubles.returnedCents}`

/**
 * Whether an issue is open. A failed refund is not open if nothing is left to pay, but it can become open again if a
 * bank returns the money of a lost dispute.
 */
export const isOpenIssue = sql`(${owedCents} > 0) is not false`
