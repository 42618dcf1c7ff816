/** The serving thread's maximum processor time between two turns of its event loop, per request, in ms. */
export const MAX_LOOP_BLOCK_MS = 50
const TRIES = 3

/** This thread's maximum processor time between two turns of its event loop during the work, in ms. */
export async function measureLoopBlock(work: () => Promise<unknown>): Promise<number> {
  let max = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const now = process.threadCpuUsage()
    max = Math.max(max, (now.user + now.system - last.user - last.system) / 1_000)
    last = now
  }
  const ticking = setInterval(look, 1)
  await work()
  clearInterval(ticking)
  look()
  return max
}

/**
 * The minimum of several tries if the first one was long, because a single long one may be due to the machine or the
 * compiler.
 */
export async function measureTypicalLoopBlock(work: () => Promise<unknown>): Promise<number> {
  let max = await measureLoopBlock(work)
  for (let tries = 1; tries < TRIES && max > MAX_LOOP_BLOCK_MS; tries += 1)
    max = Math.min(max, await measureLoopBlock(work))
  return max
}

/** This thread's processor time for the work, in ms, which excludes other processes. */
export function processorTime(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
