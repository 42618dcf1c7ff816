import type { z } from 'zod'
import { missing } from './errors.ts'
import type { EventList } from './params.ts'
import type { Event } from './state.ts'

/** A page of `GET /v1/events`, newest first. */
export function listEvents(newestFirst: Event[], query: z.output<typeof EventList>): object {
  const kinds = query.types ?? (query.type === undefined ? undefined : [query.type])
  const matching = newestFirst.filter(
    (event) => (!kinds || kinds.some((kind) => isOfKind(event.type, kind))) && isInTime(event, query.created),
  )
  const { data, hasMore } = pageOf(matching, query)
  return { object: 'list', url: '/v1/events', has_more: hasMore, data }
}

function isOfKind(type: string, kind: string): boolean {
  return kind.endsWith('*') ? type.startsWith(kind.slice(0, -1)) : type === kind
}

function isInTime({ created }: Event, asked: z.output<typeof EventList>['created']): boolean {
  if (asked === undefined) return true
  if (typeof asked === 'number') return created === asked
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = asked
  return created > gt && created >= gte && created < lt && created <= lte
}

function pageOf(events: Event[], { limit, starting_after, ending_before }: z.output<typeof EventList>) {
  if (ending_before !== undefined) {
    const newer = events.slice(0, positionOf(events, ending_before))
    return { data: newer.slice(-limit), hasMore: newer.length > limit }
  }
  const older = starting_after === undefined ? events : events.slice(positionOf(events, starting_after) + 1)
  return { data: older.slice(0, limit), hasMore: older.length > limit }
}

function positionOf(events: Event[], id: string): number {
  const position = events.findIndex((event) => event.id === id)
  if (position < 0) throw missing('event', id)
  return position
}
