import { sql } from 'drizzle-orm'

/** In each row of a list, how many the list has, whatever part of it is read. */
export const total = sql<number>`(count(*) over ())::int`
