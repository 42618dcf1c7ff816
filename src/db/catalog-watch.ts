import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** What this process knows of changes of the catalogue and of the site's settings, whoever makes them. */
export type CatalogWatch = {
  /** A number that rises with every change: whatever was made at a lower number may be outdated. */
  readonly serial: number
  /** When the last change was told, by `performance.now()`; minus infinity when it was only found later. */
  readonly changedAt: number
  /** False while the database has not confirmed within the last second that nothing else has changed. */
  isSure(): boolean
  /**
   * Hears another channel over the same connection: `heard` is given what was called, `again` is called whenever the connection was opened
   * and calls may have been missed. Before `start`.
   */
  hear(channel: string, hearing: ChangeListener): void
  /** Begins to listen. */
  start(): void
  stop(): Promise<void>
}

export type ChangeListener = { heard(payload: string): void; again(): void }

/** Of changes of the catalogue; the triggers of its tables call it. */
const CATALOG_CHANNEL = 'catalogue'

const POLL_INTERVAL_MS = 400
const POLL_TIMEOUT_MS = 2_000
const SURE_MS = 1_000
// Pages tell the year, too.
const REFRESH_INTERVAL_MS = 60 * 60 * 1000

/**
 * One connection that listens for changes and asks for the version besides, so that a notification that did not come (a
 * broken connection, a pooler that hands none on) is found as well. Broken, it is opened anew.
 */
export function watchCatalog(connectionString: string, onTrouble: (error: Error) => void): CatalogWatch {
  const stopping = new AbortController()
  let serial = 0
  let changedAt = -Infinity
  let confirmedAt = -Infinity
  let version: string | undefined
  const hearings = new Map<string, ChangeListener>()
  let running: Promise<void> | undefined

  const rise = (when: number) => {
    serial += 1
    changedAt = when
  }
  const learn = (told: string | undefined, when: number) => {
    if (told !== version) rise(when)
    version = told
  }

  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString,
      application_name: 'academy-catalogue',
      connectionTimeoutMillis: POLL_TIMEOUT_MS,
      query_timeout: POLL_TIMEOUT_MS,
      keepAlive: true,
    })
    // What breaks between two questions: the next question fails and says so.
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
        if (!stopping.signal.aborted) onTrouble(error instanceof Error ? error : new Error(String(error)))
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
    start() {
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
