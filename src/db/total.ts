import { sql } from 'drizzle-orm'

/** The size of the whole list, in each row, whatever page of it is read. */
export const total = sql<number>`(count(*) over ())::int`
