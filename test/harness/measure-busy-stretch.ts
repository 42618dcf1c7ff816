const LOOK_EVERY_MS = 2

/**
 * How long at a stretch this thread's processor was busy while `act` went on, in milliseconds: of a hundred such stretches ninety-nine were
 * shorter. By the thread's own clock, so that what else the machine does is not counted.
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
