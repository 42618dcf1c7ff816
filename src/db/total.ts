import { sql } from 'drizzle-orm'

/** In each row of a list: the size of the whole list, whatever page of it is read. */
export const total = sql<number>`(count(*) over ())::int`
