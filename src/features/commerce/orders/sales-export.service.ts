import type { Readable } from 'node:stream'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { createFileStream } from '#platform/file-stream.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { formatSalesCsvLine, SALES_CSV_HEAD } from './sales.rules.ts'
import { type SalesSearch, streamSales } from './sales.service.ts'

/**
 * Streams sales as CSV. The export is logged before the first row is sent, because even a partial download can be read.
 * Throws `forbidden`.
 */
export async function exportSales(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  { by, ...search }: SalesSearch & { by: Staff },
): Promise<Readable> {
  if (!hasPermission(by, 'export sales')) throw permissionDeniedError(by, 'export sales')
  const { since, until, words = [], state, product, coupon, isTest = false } = search
  const days = [since ?? 'the beginning', until ?? 'today'].join(' to ')
  const narrowed = { ...(state && { state }), ...(product && { product }), ...(coupon && { coupon }) }
  // The text that was searched for may be a name, so the log says only that there was a search.
  const after = { isLive: !isTest, ...narrowed, ...(words.length > 0 && { searched: true }) }
  await deps.db.transaction((tx) =>
    recordEvent(tx, { at: deps.now(), kind: 'sales.exported', by, subject: { id: days }, after }),
  )
  return createFileStream(deps, 'sales', async (put) => {
    await put(SALES_CSV_HEAD)
    await streamSales(deps, search, (rows) => put(rows.map(formatSalesCsvLine).join('')))
  })
}
