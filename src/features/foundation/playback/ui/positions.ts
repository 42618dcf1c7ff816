import { ApiError, call } from '#web/client/api.ts'
import { readSaved, save } from '#web/client/member-storage.ts'
import type { Position, savePosition, readPosition } from '../playback.contract.ts'

/** Positions by file ID that the server has not confirmed, for example while offline. */
type UnsentPositions = Record<string, UnsentPosition>
type UnsentPosition = { seconds: number; at: number }

const KEY = 'positions'

/**
 * Saves the position on this device at once, and on the server as soon as it can be reached, even after the page is
 * closed.
 */
export async function savePlaybackPosition(fileId: string, seconds: number): Promise<void> {
  const place = { seconds, at: Date.now() }
  writeUnsent({ ...readUnsent(), [fileId]: place })
  await sendPosition(fileId, place)
}

/** Sends positions stored on this device while the server was unreachable. */
export async function sendUnsentPositions(): Promise<void> {
  await Promise.all(Object.entries(readUnsent()).map(([fileId, place]) => sendPosition(fileId, place)))
}

/** Returns where to start, which is the server's position or, if that can't be read, this device's position. */
export async function getStartPosition(fileId: string, signal: AbortSignal): Promise<number> {
  try {
    const params = { id: fileId }
    return chooseStart(fileId, await call<typeof readPosition>('GET /Academy/api/playback/:id/', { params, signal }))
  } catch (error) {
    // Even if the position can't be loaded, the lecture should play.
    console.error(error)
    return readUnsent()[fileId]?.seconds ?? 0
  }
}

/** Chooses the newer one of the server's position and this device's position. Returns zero if there is neither. */
export function chooseStart(fileId: string, there: Position): number {
  const here = readUnsent()[fileId]
  void sendUnsentPositions()
  const isNewer = here && (there.seconds_ago === null || Date.now() - there.seconds_ago * 1000 < here.at)
  return isNewer ? here.seconds : there.seconds
}

async function sendPosition(fileId: string, { seconds, at }: UnsentPosition): Promise<void> {
  try {
    await call<typeof savePosition>('POST /Academy/api/playback/:id/', {
      params: { id: fileId },
      body: { seconds, seconds_ago: Math.max(0, (Date.now() - at) / 1000) },
      keepalive: true,
    })
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 404)
    if (!isRefused) return
  }
  const { [fileId]: sent, ...others } = readUnsent()
  if (sent?.at === at) writeUnsent(others)
}

function readUnsent(): UnsentPositions {
  return (readSaved(KEY, 'browser') ?? {}) as UnsentPositions
}

function writeUnsent(places: UnsentPositions): void {
  save(KEY, Object.keys(places).length === 0 ? undefined : places, 'browser')
}
