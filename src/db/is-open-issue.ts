import { sql } from 'drizzle-orm'
import { paymentTroubles } from './tables/sales.ts'

/** The amount still owed after a failed refund; null if unknown, and for other issues. */
export const owedCents = sql<number | null>`${paymentTroubles.owedCents} - ${paymentTroubles.returnedCents}`

/**
 * False for a failed refund with nothing left to pay; this can change if a bank returns the money of a lost dispute.
 */
export const isOpenIssue = sql`(${owedCents} > 0) is not false`
