const LOOK_EVERY_MS = 2

/**
 * The 99th percentile of this thread's uninterrupted busy time during `act`, in milliseconds, by the thread's own
 * processor clock, which excludes other processes.
 */
export async function measureBusyStretch(act: () => Promise<unknown>): Promise<number> {
  const runs: number[] = []
  let before = process.threadCpuUsage()
  const looking = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    runs.push((user + system) / 1_000)
    before = process.threadCpuUsage()
  }, LOOK_EVERY_MS)
  try {
    await act()
  } finally {
    clearInterval(looking)
  }
  const sorted = runs.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}
