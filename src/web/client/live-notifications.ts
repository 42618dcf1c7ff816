import { useSyncExternalStore } from 'react'
import { dropToken, storedToken } from './session.ts'

const STREAM = '/Academy/live/'
/** Names the lock and the channel of all tabs. */
const NAME = 'academy-notices'
/** The server writes three times as often: one that is silent for so long has gone. */
const SILENCE_LIMIT_MS = 45_000
const WAIT_MS = { first: 1_000, longest: 60_000 }

/** What is told live: how many notices the member has not read (100: as many or more), and the id of the newest, another one with each that comes. */
export type UnreadNotifications = { unread: number; newest: string | null }
/** Tabs speak to each other of one session. */
type TabMessage = { session: string | undefined; told?: UnreadNotifications }

const listeners = new Set<() => void>()
let unreadState: UnreadNotifications | undefined
let unreadSession: string | undefined
let running: AbortController | undefined

/** Live while a page shows it; undefined while nobody has said. */
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

/** Of all tabs of the browser the one that holds the lock reads the stream, and says what it hears to the others. When it is closed, the next one does. */
function startStream(): void {
  running = new AbortController()
  const { signal } = running
  const channel = new BroadcastChannel(NAME)
  const session = storedToken()
  const ofSession = session?.slice(-8)
  let isReading = false
  const say = (said: UnreadNotifications | undefined) =>
    channel.postMessage({ session: ofSession, ...(said && { told: said }) })
  const learn = (now: UnreadNotifications) => {
    unreadState = now
    unreadSession = session
    for (const listener of listeners) listener()
  }
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.session !== ofSession) return
    if (data.told) learn(data.told)
    else if (isReading && unreadState !== undefined && unreadSession === session) say(unreadState)
  }
  say(undefined)
  const read = () => {
    isReading = true
    const reading = readContinuously(signal, (now) => {
      learn(now)
      say(now)
    })
    // The lock is free as soon as nobody listens: a page that is left is frozen before its stream has ended.
    return Promise.race([reading, waitForAbort(signal)])
  }
  // Without locks, as where the site has no certificate, each tab reads for itself. A lock that is waited for no more is no failure.
  const { locks } = navigator as { locks?: LockManager }
  void (locks ? locks.request(NAME, { signal }, read) : read()).catch(() => {})
  signal.addEventListener('abort', () => channel.close())
  // A page that is kept to be come back to must hold neither a lock nor a connection.
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

/** Reads one stream after the other until there is no session any more. */
async function readContinuously(signal: AbortSignal, heard: (counts: UnreadNotifications) => void): Promise<void> {
  let wait = WAIT_MS.first
  while (!signal.aborted) {
    const outcome = await readStream(signal, (now) => {
      wait = WAIT_MS.first
      heard(now)
    }).catch(() => 'broken' as const)
    if (outcome === 'no session') return
    // Not all browsers of all members come back at the same moment.
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

/** Or until there is a connection again. */
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
