import { setImmediate as nextTurn } from 'node:timers/promises'
import { busyError } from '#shared/app-error.ts'

const MAX_WAITING = 10

/**
 * Returns a function that runs a member's jobs one after another, with a turn of the event loop between them. Use it for
 * replies that take long to put together, so that one member can't block the others. Throws `busy` if too many wait.
 */
export function createTurns(): <Result>(memberId: string, job: () => Promise<Result>) => Promise<Result> {
  const queues = new Map<string, { waiting: number; last: Promise<unknown> }>()
  return (memberId, job) => {
    const queue = queues.get(memberId) ?? { waiting: 0, last: Promise.resolve() }
    if (queue.waiting >= MAX_WAITING) return Promise.reject(busyError())
    queues.set(memberId, queue)
    queue.waiting += 1
    const before = queue.last
    const result = (async () => {
      await before
      await nextTurn()
      return job()
    })().finally(() => {
      queue.waiting -= 1
      if (queue.waiting === 0) queues.delete(memberId)
    })
    queue.last = result.catch(() => {})
    return result
  }
}
