import { useSyncExternalStore } from 'react'
import { dropToken, storedToken } from './session.ts'

const STREAM = '/Academy/live/'
/** The name of the lock and the channel shared by all tabs. */
const NAME = 'academy-notices'
/** The server writes three times as often, so a stream that is silent for this long has failed. */
const SILENCE_LIMIT_MS = 45_000
const WAIT_MS = { first: 1_000, longest: 60_000 }

/** The live data: the number of unread notifications (100 means 100 or more), and the ID of the newest. */
export type UnreadNotifications = { unread: number; newest: string | null }
/** Messages between tabs apply only to the same session. */
type TabMessage = { session: string | undefined; unread?: UnreadNotifications }

const listeners = new Set<() => void>()
let unreadState: UnreadNotifications | undefined
let unreadSession: string | undefined
let running: AbortController | undefined

/** The live data, which stays up to date while a page shows it; undefined until known. */
export function useUnreadNotifications(): UnreadNotifications | undefined {
  return useSyncExternalStore(
    subscribe,
    () => (unreadSession === storedToken() ? unreadState : undefined),
    () => undefined,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) startStream()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stopStream()
  }
}

/**
 * One tab holds the lock, reads the stream, and forwards it to the browser's other tabs. When that tab is closed, the
 * next one takes over.
 */
function startStream(): void {
  running = new AbortController()
  const { signal } = running
  const channel = new BroadcastChannel(NAME)
  const session = storedToken()
  const ofSession = session?.slice(-8)
  let isReading = false
  const say = (state: UnreadNotifications | undefined) =>
    channel.postMessage({ session: ofSession, ...(state && { unread: state }) })
  const learn = (now: UnreadNotifications) => {
    unreadState = now
    unreadSession = session
    for (const listener of listeners) listener()
  }
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.session !== ofSession) return
    if (data.unread) learn(data.unread)
    else if (isReading && unreadState !== undefined && unreadSession === session) say(unreadState)
  }
  say(undefined)
  const read = () => {
    isReading = true
    const reading = readContinuously(signal, (now) => {
      learn(now)
      say(now)
    })
    // The lock is released as soon as there are no subscribers: when the user leaves, the page may be frozen before its
    // stream ends.
    return Promise.race([reading, waitForAbort(signal)])
  }
  // Without the Web Locks API, which requires HTTPS, each tab reads its own stream. An aborted wait for the lock is not
  // an error.
  const { locks } = navigator as { locks?: LockManager }
  void (locks ? locks.request(NAME, { signal }, read) : read()).catch(() => {})
  signal.addEventListener('abort', () => channel.close())
  // A page in the back/forward cache must hold neither a lock nor a connection.
  addEventListener('pagehide', stopStream, { signal })
  addEventListener(
    'pageshow',
    ({ persisted }) => persisted && signal.aborted && running?.signal === signal && startStream(),
    { once: true },
  )
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

function stopStream(): void {
  running?.abort()
}

/** Reads one stream after another until the session ends. */
async function readContinuously(signal: AbortSignal, heard: (counts: UnreadNotifications) => void): Promise<void> {
  let wait = WAIT_MS.first
  while (!signal.aborted) {
    const outcome = await readStream(signal, (now) => {
      wait = WAIT_MS.first
      heard(now)
    }).catch(() => 'broken' as const)
    if (outcome === 'no session') return
    // Random delays spread out the reconnects of all members' browsers.
    await waitBeforeRetry(wait * (0.5 + Math.random()), signal)
    wait = Math.min(wait * 2, WAIT_MS.longest)
  }
}

async function readStream(
  signal: AbortSignal,
  heard: (counts: UnreadNotifications) => void,
): Promise<'ended' | 'no session'> {
  const token = storedToken()
  if (token === undefined) return 'no session'
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS)
  try {
    const response = await fetch(STREAM, {
      headers: { authorization: `Token ${token}` },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (response.status === 401) {
      if (token === storedToken()) dropToken()
      return 'no session'
    }
    if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}`)
    let rest = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS)
      const events = (rest + value).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events)
        if (event.startsWith('data: ')) heard(JSON.parse(event.slice(6)) as UnreadNotifications)
    }
    return 'ended'
  } finally {
    clearTimeout(timer)
  }
}

/** Waits this long, or until the browser is online again. */
function waitBeforeRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const now = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', now, { once: true })
    addEventListener('online', now, { once: true })
  })
}
