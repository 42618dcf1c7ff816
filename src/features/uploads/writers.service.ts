import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#platform/deps.ts'
import { becomeWriter, renewWriter, stopWriting } from './uploads.queries.ts'

/** No piece takes longer: the server ends requests that have not come within ten seconds. After that whoever died with it holds up nobody. */
const WRITER_MS = 15_000
const RENEW_EVERY_MS = 5_000
const LOOK_EVERY_MS = 200
const WAIT_MS = 4_000

export type Writing = { stop: () => Promise<void> }

type Held = { writer: string; giveUp: () => void }

/**
 * One writer for each upload, in all processes: a line of the table says who. Within a process a newer request makes the one before end, which may wait for a
 * connection that is dead.
 */
export function writers({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const held = new Map<string, Held>()
  return {
    /** Whose writing counts, in this process. */
    writerOf: (id: string): string | undefined => held.get(id)?.writer,

    /** Undefined where somebody else goes on writing. `isLong`: for longer than a piece takes. */
    async begin(id: string, giveUp: () => void, isLong = false): Promise<Writing | undefined> {
      const writer = randomUUID()
      for (const since = performance.now(); performance.now() - since < WAIT_MS; await sleep(LOOK_EVERY_MS)) {
        const other = held.get(id)
        if (other) {
          other.giveUp()
          continue
        }
        held.set(id, { writer, giveUp })
        const isOurs = await becomeWriter(db, { id, writer, now: now(), until: later(now()) }).catch(
          (error: unknown) => {
            held.delete(id)
            throw error
          },
        )
        if (!isOurs) {
          held.delete(id)
          continue
        }
        const renewing = isLong
          ? setInterval(() => {
              // Where the database is away the work fails by itself.
              renewWriter(db, { id, writer, until: later(now()) }).catch(() => {})
            }, RENEW_EVERY_MS).unref()
          : undefined
        return {
          stop: async () => {
            clearInterval(renewing)
            held.delete(id)
            await stopWriting(db, { id, writer })
          },
        }
      }
      return undefined
    },
  }
}

function later(time: Date): Date {
  return new Date(time.getTime() + WRITER_MS)
}

export type Writers = ReturnType<typeof writers>
