import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#platform/deps.ts'
import { becomeWriter, countReceived, renewWriter, stopWriting, type Upload } from './uploads.queries.ts'
import { ownUpload } from './uploads.service.ts'

/** No piece takes longer: the server ends requests that have not come within ten seconds. After that whoever died with it holds up nobody. */
const WRITER_MS = 15_000
const RENEW_EVERY_MS = 5_000
const LOOK_EVERY_MS = 200
const WAIT_MS = 4_000

export type Writing = {
  /** As it stood when we became its writer. */
  upload: Upload
  /** Counts what came, as the last that this writer does. False where somebody else has become the writer meanwhile: it does not count then. */
  count(received: { from: number; to: number }): Promise<boolean>
  stop(): Promise<void>
}

type Held = { writer: string; giveUp: () => void }

/**
 * One writer for each upload, in all processes: a line of the table says who. Within a process a newer request makes the one before end, which may wait for a
 * connection that is dead.
 */
export function writers({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const held = new Map<string, Held>()

  function writing(upload: Upload, writer: string, isLong: boolean): Writing {
    const { id } = upload
    const renewing = isLong
      ? setInterval(() => {
          // Where the database is away the work fails by itself.
          renewWriter(db, { id, writer, until: later(now()) }).catch(() => {})
        }, RENEW_EVERY_MS).unref()
      : undefined
    let isCounted = false
    return {
      upload,
      async count(received) {
        isCounted = await countReceived(db, { id, writer, ...received, now: now() })
        return isCounted
      },
      async stop() {
        clearInterval(renewing)
        held.delete(id)
        if (!isCounted) await stopWriting(db, { id, writer })
      },
    }
  }

  return {
    /** Undefined where somebody else goes on writing. `isLong`: for longer than a piece takes. */
    async begin(
      { id, memberId }: { id: string; memberId: string },
      giveUp: () => void,
      isLong = false,
    ): Promise<Writing | undefined> {
      const writer = randomUUID()
      for (const since = performance.now(); performance.now() - since < WAIT_MS; await sleep(LOOK_EVERY_MS)) {
        const other = held.get(id)
        if (other) {
          other.giveUp()
          continue
        }
        held.set(id, { writer, giveUp })
        const until = later(now())
        const upload = await becomeWriter(db, { id, memberId, writer, now: now(), until }).catch((error: unknown) => {
          held.delete(id)
          throw error
        })
        if (upload) return writing(upload, writer, isLong)
        held.delete(id)
        await ownUpload({ db }, { id: memberId }, id)
      }
      return undefined
    },
  }
}

function later(time: Date): Date {
  return new Date(time.getTime() + WRITER_MS)
}

export type Writers = ReturnType<typeof writers>
