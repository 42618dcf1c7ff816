import { sql } from 'drizzle-orm'
import { paymentTroubles } from './tables/sales.ts'

/** What is still owed after a failed refund: null when unknown, and for other issues. */
export const owedCents = sql<number | null>`${paymentTroubles.owedCents} - ${paymentTroubles.returnedCents}`

/** False for a failed refund of which nothing is owed while a lost dispute stays lost. */
export const isOpenIssue = sql`(${owedCents} > 0) is not false`
