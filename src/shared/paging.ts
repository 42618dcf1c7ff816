import { z } from 'zod'
import { AppError } from './app-error.ts'

const PAGE_SIZE = 48

export type RowRange = { limit: number; offset: number }

export const ALL_ROWS: RowRange = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }

export const PageParams = z.strictObject({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Page not found.')
    .describe(`Pages are numbered from 1. Each has up to ${PAGE_SIZE} items.`),
})

/** Returns the schema of one page of a list, as endpoints return it. */
export function createPageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), page: z.number(), pages: z.number() })
}

/**
 * Reads one page of a list whose rows each contain the list's `total`. There is a first page even if the list is empty.
 * After the last page, throws `not_found`.
 */
export async function readPage<Row extends { total: number }>(
  page: string,
  list: (part: RowRange) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; page: number; pages: number }> {
  const number = Number(page)
  const rows = await list({ limit: PAGE_SIZE, offset: (number - 1) * PAGE_SIZE })
  if (rows.length === 0 && number > 1) throw new AppError('not_found', 'Page not found.')
  return { rows, page: number, pages: Math.max(1, Math.ceil((rows[0]?.total ?? 0) / PAGE_SIZE)) }
}
