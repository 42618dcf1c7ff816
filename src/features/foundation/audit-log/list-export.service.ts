import { Readable } from 'node:stream'
import type { Deps } from '#platform/deps.ts'
import { type CsvValue, formatCsvHeader, formatCsvLine } from '#shared/csv.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { assertActive, recordEvent } from './audit-log.service.ts'

const BATCH_SIZE = 200

type ListPages<Item> = {
  by: Staff
  columns: readonly string[]
  toRow: (item: Item) => CsvValue[]
  /** Loads the items after `after`. `last` is where the next page starts, if there is one. */
  load: (after: string | undefined, limit: number) => Promise<{ items: Item[]; last: string | undefined }>
}

type ListExport<Item> = ListPages<Item> & {
  /** The name of the list in the audit log. */
  list: 'orders' | 'members' | 'attempts' | 'mails' | 'progress'
  /**
   * The request body, for the log. The text that was searched for may be a name, so the log records only that there was
   * a search.
   */
  body: object & { readonly words?: string }
}

/**
 * Exports a studio list as CSV. The export is logged before the first line is sent, because even a partial download can
 * be read.
 */
export async function exportList<Item>(deps: Pick<Deps, 'db' | 'now'>, asked: ListExport<Item>): Promise<Readable> {
  const { list, body, ...pages } = asked
  const { by } = pages
  if (!hasPermission(by, 'export lists')) throw permissionDeniedError(by, 'export lists')
  const { words = '', ...filters } = body
  const narrowed = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null))
  await deps.db.transaction((tx) =>
    recordEvent(tx, {
      at: deps.now(),
      kind: 'list.exported',
      by,
      subject: { id: list },
      after: { ...narrowed, ...(words.trim() !== '' && { searched: true }) },
    }),
  )
  return streamPages(deps, pages)
}

/** Streams all pages of a list as CSV, in the list's order, as long as the caller may still read it. */
export function streamPages<Item>({ db }: Pick<Deps, 'db'>, { by, columns, toRow, load }: ListPages<Item>): Readable {
  async function* lines() {
    yield formatCsvHeader(columns)
    let after: string | undefined
    do {
      await assertActive(db, by)
      const { items, last } = await load(after, BATCH_SIZE)
      yield items.map((item) => formatCsvLine(toRow(item))).join('')
      after = last
    } while (after !== undefined)
  }
  return Readable.from(lines())
}
