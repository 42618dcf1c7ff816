import type { z } from 'zod'
import { type ObjectKind, notFound } from './errors.ts'
import type { ListQuery } from './params.ts'

type Listed = { id: string; created: number }
type ListParams = z.output<typeof ListQuery>

/** A page of a list, newest first. */
export function paginate<Item extends Listed>(
  newestFirst: Item[],
  { created, ...asked }: ListParams,
  kind: ObjectKind,
) {
  const { data, hasMore } = cut(
    newestFirst.filter((item) => isInTime(item, created)),
    asked,
    kind,
  )
  return { object: 'list', url: `/v1/${kind}s`, has_more: hasMore, data }
}

function isInTime({ created }: Listed, asked: ListParams['created']): boolean {
  if (asked === undefined) return true
  if (typeof asked === 'number') return created === asked
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = asked
  return created > gt && created >= gte && created < lt && created <= lte
}

function cut<Item extends Listed>(
  items: Item[],
  { limit, starting_after, ending_before }: Omit<ListParams, 'created'>,
  kind: ObjectKind,
) {
  if (ending_before !== undefined) {
    const newer = items.slice(0, findPosition(items, ending_before, kind))
    return { data: newer.slice(-limit), hasMore: newer.length > limit }
  }
  const older = starting_after === undefined ? items : items.slice(findPosition(items, starting_after, kind) + 1)
  return { data: older.slice(0, limit), hasMore: older.length > limit }
}

function findPosition(items: Listed[], id: string, kind: ObjectKind): number {
  const position = items.findIndex((item) => item.id === id)
  if (position < 0) throw notFound(kind, id)
  return position
}
