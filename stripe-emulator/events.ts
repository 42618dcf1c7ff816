import type { z } from 'zod'
import { paginate } from './paginate.ts'
import type { EventList } from './params.ts'
import type { Event } from './state.ts'

/** A page of `GET /v1/events`, newest first. */
export function listEvents(newestFirst: Event[], query: z.output<typeof EventList>): object {
  const kinds = query.types ?? (query.type === undefined ? undefined : [query.type])
  const matching = newestFirst.filter((event) => !kinds || kinds.some((kind) => isOfKind(event.type, kind)))
  return paginate(matching, query, 'event')
}

function isOfKind(type: string, kind: string): boolean {
  return kind.endsWith('*') ? type.startsWith(kind.slice(0, -1)) : type === kind
}
