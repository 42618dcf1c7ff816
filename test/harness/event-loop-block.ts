/** What a request may take of the serving thread's own processor time between two turns of its event loop, in ms. */
export const MAX_LOOP_BLOCK_MS = 50
const TRIES = 3

/** The most processor time of this thread between two turns of its event loop while the work goes on, in ms. */
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

/** The least of some tries, where the first was long: once may be the machine's, or the compiler's. */
export async function measureTypicalLoopBlock(work: () => Promise<unknown>): Promise<number> {
  let max = await measureLoopBlock(work)
  for (let tries = 1; tries < TRIES && max > MAX_LOOP_BLOCK_MS; tries += 1)
    max = Math.min(max, await measureLoopBlock(work))
  return max
}

/** The processor time of this thread that the work took, in ms: what else the machine does is not counted. */
export function processorTime(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
