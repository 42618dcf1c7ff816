import { createHmac } from 'node:crypto'
import type { Event } from './state.ts'

export type DeliveryOrder = 'as_they_happen' | 'newest_first' | 'random'

export type Webhooks = ReturnType<typeof openWebhooks>

const MAX_ATTEMPTS = 12
const MAX_PAUSE_MS = 60_000
const REPLY_LIMIT_MS = 10_000
// Events that happen within this time of each other are ordered and sent together.
const BATCH_MS = 20

/** Sends events the way the provider does: signed, at least once, again after a failure, and in no reliable order. */
export function openWebhooks(secret: string, now: () => Date) {
  let url: string | undefined
  let copies = 1
  let order: DeliveryOrder = 'as_they_happen'
  let isClosed = false
  let gathered: Event[] = []
  const timers = new Set<NodeJS.Timeout>()
  const underWay = new Set<Promise<unknown>>()

  function later(ms: number, work: () => void): void {
    if (isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timer.unref()
    timers.add(timer)
  }

  /** The status of the response; 0 if there was none. */
  async function send(event: Event, target: string): Promise<number> {
    const body = JSON.stringify(event)
    const headers = { 'content-type': 'application/json', 'stripe-signature': signPayload(body, secret, now()) }
    const signal = AbortSignal.timeout(REPLY_LIMIT_MS)
    const sent = fetch(target, { method: 'POST', headers, body, signal, redirect: 'manual' }).then(
      async (reply) => {
        await reply.arrayBuffer().catch(() => {})
        return reply.status
      },
      () => 0,
    )
    underWay.add(sent)
    return sent.finally(() => underWay.delete(sent))
  }

  async function deliver(event: Event, tries: number): Promise<void> {
    if (url === undefined || isClosed) return
    const status = await send(event, url)
    if (isClosed || (status >= 200 && status < 300) || tries >= MAX_ATTEMPTS) return
    later(Math.min(500 * 2 ** tries, MAX_PAUSE_MS), () => void deliver(event, tries + 1))
  }

  function flush(): void {
    const events = sortEvents(
      gathered.flatMap((event) => Array.from({ length: copies }, () => event)),
      order,
    )
    gathered = []
    for (const event of events) void deliver(event, 0)
  }

  return {
    behave(wanted: { url?: string | undefined; copies?: number | undefined; order?: DeliveryOrder | undefined }): void {
      if (wanted.url !== undefined) url = wanted.url === '' ? undefined : wanted.url
      copies = wanted.copies ?? copies
      order = wanted.order ?? order
    },
    enqueue(events: Event[]): void {
      if (events.length === 0 || url === undefined) return
      if (gathered.length === 0) later(BATCH_MS, flush)
      gathered.push(...events)
    },
    /** Sends the events in order, once each, whatever the response. */
    async sendNow(events: Event[]): Promise<number[]> {
      const statuses: number[] = []
      for (const event of events) statuses.push(url === undefined ? 0 : await send(event, url))
      return statuses
    },
    async close(): Promise<void> {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}

/** `t=…,v1=…`: the time, and the HMAC of time and body. */
function signPayload(body: string, secret: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1_000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

function sortEvents(events: Event[], order: DeliveryOrder): Event[] {
  if (order === 'newest_first') return events.toReversed()
  if (order === 'as_they_happen') return events
  const keyed = events.map((event) => ({ event, key: Math.random() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ event }) => event)
}
