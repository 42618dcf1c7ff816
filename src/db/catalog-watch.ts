import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Reports changes to the catalog and the site settings, no matter which process made them. */
export type CatalogWatch = {
  /** A number that increases with every change. What was built at a lower number may be outdated. */
  readonly serial: number
  /**
   * When the notification of the last change arrived, as `performance.now()`. It is -Infinity if only polling found the
   * change.
   */
  readonly changedAt: number
  /** Whether the database confirmed within the last second that nothing else has changed. */
  isSure(): boolean
  /**
   * Listens to another channel on the same connection. Call this before `start`. `heard` receives the payload. `again`
   * is called after each connect or reconnect, because notifications may have been missed.
   */
  hear(channel: string, hearing: ChangeListener): void
  /** Calls the listener after each change, and after the first connection. Call this before `start`. */
  onChange(listener: () => void): void
  /** Reports a change in this process, so that everything built before counts as outdated. */
  invalidate(): void
  start(): void
  stop(): Promise<void>
}

export type ChangeListener = { heard(payload: string): void; again(): void }

/** The channel for notifications from the triggers on the catalog tables. */
const CATALOG_CHANNEL = 'catalogue'

const POLL_INTERVAL_MS = 400
const POLL_TIMEOUT_MS = 2_000
const SURE_MS = 1_000
// Every hour counts as a change, because pages also show the year.
const REFRESH_INTERVAL_MS = 60 * 60 * 1000

/**
 * Listens for changes on one connection, which also polls the version. Polling finds changes whose notifications were
 * missed because the connection broke, or because a pooler forwards none. Reconnects if the connection breaks.
 */
export function watchCatalog(connectionString: string, onError: (error: Error) => void): CatalogWatch {
  const stopping = new AbortController()
  let serial = 0
  let changedAt = -Infinity
  let confirmedAt = -Infinity
  let version: string | undefined
  const hearings = new Map<string, ChangeListener>()
  const listeners: (() => void)[] = []
  let running: Promise<void> | undefined

  const rise = (when: number) => {
    serial += 1
    changedAt = when
  }
  const learn = (newVersion: string | undefined, when: number) => {
    const isNew = newVersion !== version
    version = newVersion
    if (!isNew) return
    rise(when)
    for (const listener of listeners) listener()
  }

  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString,
      application_name: 'academy-catalog',
      connectionTimeoutMillis: POLL_TIMEOUT_MS,
      query_timeout: POLL_TIMEOUT_MS,
      keepAlive: true,
    })
    // Errors between two polls are ignored here. The next poll fails and reports them.
    client.on('error', () => {})
    client.on('end', () => (confirmedAt = -Infinity))
    client.on('notification', ({ channel, payload }) => {
      if (channel === CATALOG_CHANNEL) learn(payload, performance.now())
      else hearings.get(channel)?.heard(payload ?? '')
    })
    try {
      await client.connect()
      for (const channel of [CATALOG_CHANNEL, ...hearings.keys()]) await client.query(`listen ${channel}`)
      for (const { again } of hearings.values()) again()
      for (;;) {
        const askedAt = performance.now()
        const { rows } = await client.query<{ version: string }>('select version::text from catalogue_version')
        learn(rows[0]?.version, -Infinity)
        confirmedAt = askedAt
        await sleep(POLL_INTERVAL_MS, undefined, { signal: stopping.signal })
      }
    } finally {
      await client.end().catch(() => {})
      confirmedAt = -Infinity
    }
  }

  async function run(): Promise<void> {
    const renewing = setInterval(() => rise(performance.now()), REFRESH_INTERVAL_MS).unref()
    while (!stopping.signal.aborted) {
      await listen().catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error instanceof Error ? error : new Error(String(error)))
      })
      await sleep(POLL_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
    clearInterval(renewing)
  }

  return {
    get serial() {
      return serial
    },
    get changedAt() {
      return changedAt
    },
    isSure: () => performance.now() - confirmedAt < SURE_MS,
    hear(channel, hearing) {
      hearings.set(channel, hearing)
    },
    onChange(listener) {
      listeners.push(listener)
    },
    invalidate: () => rise(performance.now()),
    start() {
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
