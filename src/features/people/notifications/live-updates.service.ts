import type { ServerResponse } from 'node:http'
import { filterOpenSessions } from '#features/people/accounts/sessions.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, busyError } from '#shared/app-error.ts'
import { countUnread, type UnreadCount } from './notification-list.queries.ts'
import { CHANNEL, type LiveLimits } from './notifications.rules.ts'

type Stream = { memberId: string; sessionId: string; reply: ServerResponse; told: string | undefined }

const NO_UNREAD: UnreadCount = { unread: 0, newest: null }

export type LiveUpdates = {
  /** Begins to tell a member, by a reply whose head is written, how many notices he has not read and which is the newest: at once, and whenever that changes. */
  open(member: { id: string; sessionId: string }, begin: () => ServerResponse): void
  /** Ends them all, and takes no more. */
  close(): void
}

/**
 * The streams of this process. Each event tells all there is to know, so that none that was missed is missing. The database is asked for
 * many members by one statement: when it calls, and besides at each beat, when the sessions are asked again, too.
 */
export function startLiveUpdates(
  deps: Pick<Deps, 'db' | 'now' | 'catalogue' | 'log'>,
  limits: LiveLimits,
): LiveUpdates {
  const streams = new Set<Stream>()
  const called = new Set<string>()
  let soon: NodeJS.Timeout | undefined
  let isClosed = false

  const of = (memberId: string) => [...streams].filter((stream) => stream.memberId === memberId)
  const tried = (work: Promise<void>) =>
    void work.catch((error: unknown) =>
      deps.log.warn({ err: error }, 'streams of notices hear nothing; it is tried again'),
    )

  function end(stream: Stream): void {
    if (streams.delete(stream)) stream.reply.end()
  }

  function write(stream: Stream, text: string): void {
    // Whoever does not read what is so little has gone, or means ill.
    if (stream.reply.writableLength > limits.mostWaitingBytes) stream.reply.destroy()
    else stream.reply.write(text)
  }

  async function sendCounts(to: readonly Stream[]): Promise<void> {
    if (to.length === 0) return
    const counts = await countUnread(deps.db, [...new Set(to.map(({ memberId }) => memberId))])
    for (const stream of to) {
      const { unread, newest } = counts.get(stream.memberId) ?? NO_UNREAD
      const counted = JSON.stringify({ unread, newest })
      if (!streams.has(stream) || counted === stream.told) continue
      stream.told = counted
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

  deps.catalogue?.hear(CHANNEL, {
    heard: (ids) => call(ids.split(' ')),
    again: () => call([...streams].map(({ memberId }) => memberId)),
  })

  return {
    open({ id: memberId, sessionId }, begin) {
      if (isClosed || streams.size >= limits.mostInAll)
        throw busyError('Too many are listening right now. Please try again in a moment.')
      if (of(memberId).length >= limits.mostOfMember)
        throw new AppError('too_many_requests', 'You are listening in too many browsers at once.')
      const reply = begin()
      const stream: Stream = { memberId, sessionId, reply, told: undefined }
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
