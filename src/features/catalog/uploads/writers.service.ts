import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Role } from '#shared/policy.ts'
import { acquireWriter, saveReceivedBytes, renewWriter, releaseWriter, type Upload } from './uploads.queries.ts'
import { getOwnUpload } from './uploads.service.ts'

/**
 * How long a lease lasts. No chunk takes longer, because the server ends requests that don't arrive within ten seconds.
 * When its lease ends, a crashed writer no longer blocks others.
 */
const WRITER_MS = 15_000
const RENEW_EVERY_MS = 5_000
const POLL_INTERVAL_MS = 200
const WAIT_MS = 4_000

export type WriteLease = {
  /**
   * The upload as it was when this writer started. It includes bytes of the previous chunk that are still being synced.
   */
  upload: Upload
  /**
   * Syncs the received bytes to disk with `keep`, then records the offset. The next chunk may arrive in the meantime.
   * Resolves to false if the offset was not recorded, because another writer took over or the previous chunk was not
   * saved.
   */
  count(to: number, keep: () => Promise<void>): Promise<boolean>
  /**
   * Whether the response may be sent before its bytes are recorded. It may be for one chunk at a time, and only if the
   * latest sync succeeded.
   */
  mayAnswerEarly(): Promise<boolean>
  stop(): Promise<void>
}

type WriterSlot = {
  writer: string
  giveUp: () => void
  /** Whether the previous chunk was recorded, if this chunk took over the lease from it. */
  before?: Promise<boolean> | undefined
  written?: { upload: Upload; counted: Promise<boolean> }
  /** Whether it is too late for another request to take over the lease. */
  isOver?: boolean
}

type WriterRequest = { id: string; by: { memberId: string; role: Role }; from?: number }

/**
 * Makes sure that each upload has only one writer. A lease in the upload's row ensures this across processes. Within a
 * process, a newer request ends the previous one, which may be stuck on a dead connection. If the previous chunk is
 * still being synced, the next chunk takes over its lease.
 */
export function createWriters({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const turns = new Map<string, WriterSlot>()
  /** Uploads for which a sync to disk has failed. */
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
          // If the database can't be reached, the work fails anyway.
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
          // A chunk takes seconds to arrive. In the meantime, the sender's account may have been locked or have lost
          // its role.
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

  /** Acquires the lease. Returns undefined while another writer is active. */
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
    /**
     * Starts writing at the offset `from`. Returns undefined if another writer stays active. `isLong` is for work that
     * takes longer than a chunk.
     */
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
    /** Resolves when everything that was acknowledged has been recorded. */
    async atRest(): Promise<void> {
      await Promise.all(Array.from(turns.values(), async ({ written }) => written?.counted))
    },
  }
}

function later(time: Date): Date {
  return new Date(time.getTime() + WRITER_MS)
}

export type Writers = ReturnType<typeof createWriters>
