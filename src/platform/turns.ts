import { setImmediate as nextTurn } from 'node:timers/promises'
import { busyError } from '#shared/app-error.ts'

const MAX_WAITING = 40

/**
 * Returns a function that runs jobs one after another, with a turn of the event loop between them. Use it for replies
 * that take long to put together, so that many at once don't block all other requests. Throws `busy` if too many wait.
 */
export function createTurns(): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (job) => {
    if (waiting >= MAX_WAITING) throw busyError()
    waiting += 1
    const before = last
    const result = (async () => {
      await before
      await nextTurn()
      return job()
    })().finally(() => (waiting -= 1))
    last = result.catch(() => {})
    return result
  }
}
