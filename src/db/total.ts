import { sql } from 'drizzle-orm'

/** The number of rows in the whole list. It is selected with each row of a page. */
export const total = sql<number>`(count(*) over ())::int`
