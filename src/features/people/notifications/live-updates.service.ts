import type { ServerResponse } from 'node:http'
import { filterOpenSessions } from '#features/people/accounts/sessions.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, busyError } from '#shared/app-error.ts'
import { countUnread, type UnreadCount } from './notification-list.queries.ts'
import { CHANNEL, type LiveLimits } from './notifications.rules.ts'

type Stream = { memberId: string; sessionId: string; reply: ServerResponse; lastSent: string | undefined }

const NO_UNREAD: UnreadCount = { unread: 0, newest: null }

export type LiveUpdates = {
  /**
   * Starts a stream on a response whose headers were sent. Sends the unread count and the newest notification at once
   * and after each change.
   */
  open(member: { id: string; sessionId: string }, begin: () => ServerResponse): void
  /** Ends all streams and accepts no new ones. */
  close(): void
}

/**
 * Manages the streams of this process. Each event contains everything, so it does no harm if one is missed. One query
 * reads the state of many members at once. It runs after the database reports a change, and at each heartbeat, which
 * also checks their sessions again.
 */
export function startLiveUpdates(deps: Pick<Deps, 'db' | 'now' | 'catalog' | 'log'>, limits: LiveLimits): LiveUpdates {
  const streams = new Set<Stream>()
  const called = new Set<string>()
  let soon: NodeJS.Timeout | undefined
  let isClosed = false

  const of = (memberId: string) => [...streams].filter((stream) => stream.memberId === memberId)
  const tried = (work: Promise<void>) =>
    void work.catch((error: unknown) => deps.log.warn({ err: error }, 'live notifications are disconnected; retrying'))

  function end(stream: Stream): void {
    if (streams.delete(stream)) stream.reply.end()
  }

  function write(stream: Stream, text: string): void {
    // A client that doesn't even read this little data is disconnected or malicious.
    if (stream.reply.writableLength > limits.maxWaitingBytes) stream.reply.destroy()
    else stream.reply.write(text)
  }

  async function sendCounts(to: readonly Stream[]): Promise<void> {
    if (to.length === 0) return
    const counts = await countUnread(deps.db, [...new Set(to.map(({ memberId }) => memberId))])
    for (const stream of to) {
      const { unread, newest } = counts.get(stream.memberId) ?? NO_UNREAD
      const counted = JSON.stringify({ unread, newest })
      if (!streams.has(stream) || counted === stream.lastSent) continue
      stream.lastSent = counted
      write(stream, `data: ${counted}\n\n`)
    }
  }

  function call(memberIds: Iterable<string>): void {
    const listening = new Set([...streams].map(({ memberId }) => memberId))
    for (const id of memberIds) if (listening.has(id)) called.add(id)
    if (called.size === 0) return
    soon ??= setTimeout(() => {
      soon = undefined
      const now = new Set(called)
      called.clear()
      tried(sendCounts([...streams].filter(({ memberId }) => now.has(memberId))))
    }, limits.togetherMs)
  }

  async function beat(): Promise<void> {
    for (const stream of streams) write(stream, ':\n\n')
    const all = [...streams]
    if (all.length === 0) return
    const open = new Set(
      await filterOpenSessions(
        deps.db,
        all.map(({ sessionId }) => sessionId),
        deps.now(),
      ),
    )
    for (const stream of all) if (!open.has(stream.sessionId)) end(stream)
    await sendCounts([...streams])
  }
  const beating = setInterval(() => tried(beat()), limits.beatMs).unref()

  deps.catalog?.hear(CHANNEL, {
    heard: (ids) => call(ids.split(' ')),
    again: () => call([...streams].map(({ memberId }) => memberId)),
  })

  return {
    open({ id: memberId, sessionId }, begin) {
      if (isClosed || streams.size >= limits.maxTotal)
        throw busyError('Too many connections right now. Try again in a moment.')
      if (of(memberId).length >= limits.maxPerMember)
        throw new AppError(
          'too_many_requests',
          'You have the academy open in too many tabs or browsers. Close some and reload.',
        )
      const reply = begin()
      const stream: Stream = { memberId, sessionId, reply, lastSent: undefined }
      streams.add(stream)
      reply.flushHeaders()
      reply.on('close', () => streams.delete(stream))
      tried(sendCounts([stream]))
    },
    close() {
      isClosed = true
      clearInterval(beating)
      clearTimeout(soon)
      for (const stream of streams) end(stream)
    },
  }
}
