import { ApiError, call } from '#web/client/api.ts'
import { storedToken } from '#web/client/session.ts'
import type { keepPosition, readPosition } from '../playback.contract.ts'

/** What the academy does not know yet: while one is offline, and until it has answered. */
type Unsent = Record<string, Position>
type Position = { seconds: number; at: number }

const KEY = 'positions'

/** Keeps the place on this device at once, and with the academy as soon as it can be reached. Outlives the page. */
export async function keepPlace(fileId: string, seconds: number): Promise<void> {
  const place = { seconds, at: Date.now() }
  write({ ...read(), [fileId]: place })
  await send(fileId, place)
}

/** Sends what was kept on this device while the academy could not be reached. */
export async function sendPlaces(): Promise<void> {
  await Promise.all(Object.entries(read()).map(([fileId, place]) => send(fileId, place)))
}

/** Where to start: the newer of what the academy and this device know. Zero where neither tells. */
export async function placeToStart(fileId: string, signal: AbortSignal): Promise<number> {
  const here = read()[fileId]
  void sendPlaces()
  try {
    const params = { id: fileId }
    const there = await call<typeof readPosition>('GET /Academy/api/playback/:id/', { params, signal })
    const isNewer = here && (there.seconds_ago === null || Date.now() - there.seconds_ago * 1000 < here.at)
    return isNewer ? here.seconds : there.seconds
  } catch (error) {
    // The lecture is worth more than the place in it.
    console.error(error)
    return here?.seconds ?? 0
  }
}

async function send(fileId: string, { seconds, at }: Position): Promise<void> {
  try {
    await call<typeof keepPosition>('POST /Academy/api/playback/:id/', {
      params: { id: fileId },
      body: { seconds, seconds_ago: Math.max(0, (Date.now() - at) / 1000) },
      keepalive: true,
    })
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 404)
    if (!isRefused) return
  }
  const { [fileId]: sent, ...others } = read()
  if (sent?.at === at) write(others)
}

/** The positions that this session kept. Those of another are left out: whoever logs in next on this device has not heard the recording. */
function read(): Unsent {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { session: string; places: Unsent } | null
    return kept && kept.session === session() ? kept.places : {}
  } catch {
    return {}
  }
}

function write(places: Unsent): void {
  try {
    if (Object.keys(places).length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify({ session: session(), places }))
  } catch {
    // Without storage the place is sent all the same.
  }
}

function session(): string | undefined {
  return storedToken()?.slice(-8)
}
