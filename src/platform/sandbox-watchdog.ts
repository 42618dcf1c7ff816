import { isMainThread, workerData } from 'node:worker_threads'

/** The indexes of the values in the shared array. */
export const STATE = 0
export const CPU_LIMIT = 1
export const MEMORY_LIMIT = 2
const NEVER_NOTIFIED = 3

export const IDLE = 0
export const WORKING = 1

const EVERY_MS = 25

// Runs in a worker thread of the child process. The thread keeps running while a job blocks the main thread, and it
// measures the whole process.
if (!isMainThread) {
  const { watched, parent } = workerData as { watched: Int32Array; parent: number }
  for (;;) {
    Atomics.wait(watched, STATE, IDLE)
    const { user, system } = process.cpuUsage()
    if ((user + system) / 1_000 > (watched[CPU_LIMIT] ?? 0)) process.kill(process.pid, 'SIGVTALRM')
    if (process.memoryUsage.rss() / 1024 ** 2 > (watched[MEMORY_LIMIT] ?? 0)) process.kill(process.pid, 'SIGKILL')
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
    Atomics.wait(watched, NEVER_NOTIFIED, 0, EVERY_MS)
  }
}
