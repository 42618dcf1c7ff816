import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Role } from '#shared/policy.ts'
import { acquireWriter, saveReceivedBytes, renewWriter, releaseWriter, type Upload } from './uploads.queries.ts'
import { getOwnUpload } from './uploads.service.ts'

/** No piece takes longer: the server ends requests that have not come within ten seconds. After that whoever died with it holds up nobody. */
const WRITER_MS = 15_000
const RENEW_EVERY_MS = 5_000
const POLL_INTERVAL_MS = 200
const WAIT_MS = 4_000

export type WriteLease = {
  /** As it stood when we became its writer. What is still being kept of the piece before is in it. */
  upload: Upload
  /**
   * Counts what came up to a place once `keep` has put it on the disk; meanwhile the next piece may come. False where it does not count, since somebody else
   * has become the writer or the piece before was not kept.
   */
  count(to: number, keep: () => Promise<void>): Promise<boolean>
  /** Whether one may answer before what came is counted: by one piece, and where the disk has kept what it took before. */
  mayAnswerEarly(): Promise<boolean>
  stop(): Promise<void>
}

type WriterSlot = {
  writer: string
  giveUp: () => void
  /** Of the piece before, where this one took over its turn: whether it counts. */
  before?: Promise<boolean> | undefined
  /** Once nothing more is written. */
  written?: { upload: Upload; counted: Promise<boolean> }
  /** Nobody takes it over any more. */
  isOver?: boolean
}

type WriterRequest = { id: string; by: { memberId: string; role: Role }; from?: number }

/**
 * One writer for each upload, in all processes: a line of the table says who. Within a process a newer request makes the one before end, which may wait for a
 * connection that is dead. A piece that goes on where another is still being kept takes over its turn.
 */
export function createWriters({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const turns = new Map<string, WriterSlot>()
  /** Whose bytes the disk once took and did not keep. */
  const distrusted = new Set<string>()

  function writing(upload: Upload, turn: WriterSlot, by: WriterRequest['by'], isLong = false): WriteLease {
    const { id, received: from } = upload
    const { writer, before } = turn
    const isFollowed = () => turns.get(id) !== turn
    const release = async () => {
      turn.isOver = true
      if (isFollowed()) return
      await releaseWriter(db, { id, writer }).finally(() => turns.delete(id))
    }
    const renewing = isLong
      ? setInterval(() => {
          // Where the database is away the work fails by itself.
          renewWriter(db, { id, writer, until: later(now()) }).catch(() => {})
        }, RENEW_EVERY_MS).unref()
      : undefined

    async function countSaved(to: number, keep: () => Promise<void>): Promise<boolean> {
      let isCounted = false
      try {
        await keep()
        if ((await before) === false) return false
        turn.isOver = true
        const until = isFollowed() ? later(now()) : null
        isCounted = await db.transaction(async (tx) => {
          // A piece takes seconds to come: meanwhile who sends it may have been locked, or given another role.
          await assertActive(tx, { kind: 'member', ...by })
          return saveReceivedBytes(tx, { id, writer, from, to, now: now(), until })
        })
        if (isCounted) distrusted.delete(id)
        return isCounted
      } catch (error) {
        distrusted.add(id)
        throw error
      } finally {
        if (!isCounted) await release().catch(() => {})
        if (!isFollowed()) turns.delete(id)
      }
    }

    return {
      upload,
      count(to, keep) {
        const counted = countSaved(to, keep)
        turn.written = { upload: { ...upload, received: to }, counted: counted.catch(() => false) }
        return counted
      },
      mayAnswerEarly: async () => (await before) !== false && !distrusted.has(id),
      async stop() {
        clearInterval(renewing)
        if (turn.written) return
        await before
        await release()
      },
    }
  }

  /** Undefined where somebody else is writing. */
  async function begun({ id, by: { memberId } }: WriterRequest, turn: WriterSlot): Promise<Upload | undefined> {
    turns.set(id, turn)
    let upload: Upload | undefined
    try {
      upload = await acquireWriter(db, { id, memberId, writer: turn.writer, now: now(), until: later(now()) })
      return upload
    } finally {
      if (!upload) turns.delete(id)
    }
  }

  function takenOver({ id, by, from }: WriterRequest, { turn, giveUp }: { turn: WriterSlot; giveUp: () => void }) {
    const { written, isOver = false, writer } = turn
    if (isOver || written?.upload.received !== from || written?.upload.memberId !== by.memberId) return undefined
    const next: WriterSlot = { writer, giveUp, before: written.counted }
    turns.set(id, next)
    return writing(written.upload, next, by)
  }

  return {
    /** Undefined where somebody else goes on writing. `from`: where one wants to go on. `isLong`: for longer than a piece takes. */
    async begin(asked: WriterRequest, giveUp: () => void, isLong = false): Promise<WriteLease | undefined> {
      for (const since = performance.now(); performance.now() - since < WAIT_MS;) {
        const other = turns.get(asked.id)
        if (other?.written) {
          const next = takenOver(asked, { turn: other, giveUp })
          if (next) return next
          await other.written.counted
          continue
        }
        if (other) other.giveUp()
        else {
          const turn: WriterSlot = { writer: randomUUID(), giveUp }
          const upload = await begun(asked, turn)
          if (upload) return writing(upload, turn, asked.by, isLong)
          await getOwnUpload({ db }, { id: asked.by.memberId }, asked.id)
        }
        await sleep(POLL_INTERVAL_MS)
      }
      return undefined
    },
    /** When all counts that was answered for. */
    async atRest(): Promise<void> {
      await Promise.all(Array.from(turns.values(), async ({ written }) => written?.counted))
    },
  }
}

function later(time: Date): Date {
  return new Date(time.getTime() + WRITER_MS)
}

export type Writers = ReturnType<typeof createWriters>
